import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "@/lib/query/query-text";
import type { SortStep } from "@/lib/url/url-state";
import type { FindOptions, RecordSchema } from "./record-schema";
import { createRecordIndex } from "./record-search";

interface Row {
  readonly id: number;
  readonly title: string;
  readonly to: readonly string[];
  readonly frequency: string;
  readonly boards: readonly number[];
  readonly next: string | null;
  readonly isDeleted: boolean;
}

const NOW = Date.parse("2026-11-21T12:00:00Z");

const schema: RecordSchema<Row> = {
  id: (row) => row.id,
  words: (row) => [row.title, row.to.join(",")],
  fields: [
    { name: "to", label: "Recipient", kind: "text", texts: (row) => row.to },
    { name: "title", label: "Title", kind: "text", searchTextPart: 0, texts: (row) => [row.title] },
    {
      name: "mail",
      label: "Recipient, by its words",
      kind: "text",
      searchTextPart: 1,
      texts: (row) => row.to,
    },
    {
      name: "freq",
      label: "Frequency",
      kind: "choice",
      values: ["daily", "weekly"].map((value) => ({ value, label: value })),
      texts: (row) => [row.frequency],
    },
    { name: "board", label: "Dashboard", kind: "number", number: (row) => row.boards },
    {
      name: "next",
      label: "Next delivery",
      kind: "date",
      time: (row) => (row.next === null ? null : Date.parse(row.next)),
    },
    {
      name: "is",
      label: "State",
      kind: "state",
      values: ["deleted", "due", "odd"].map((value) => ({ value, label: value })),
      states: {
        deleted: (row) => row.isDeleted,
        due: (row, now) => row.next !== null && Date.parse(row.next) <= now,
      },
    },
  ],
  sorts: {
    title: (row) => row.title,
    next: (row) => (row.next === null ? null : Date.parse(row.next)),
    board: (row) => row.boards[0] ?? null,
    mixed: (row) => row.boards[0] ?? row.title,
  },
  preparedSorts: ["title"],
};

function makeRow(id: number, changes: Partial<Row> = {}): Row {
  return {
    id,
    title: `Report ${id}`,
    to: ["ana@x.co"],
    frequency: "daily",
    boards: [],
    next: null,
    isDeleted: false,
    ...changes,
  };
}

function options(text: string, sort: readonly SortStep[] = [], zone = "Europe/Berlin"): FindOptions {
  return { query: parseQuery(text, schema.fields), sort, now: NOW, zone };
}

const by = (columnId: string, direction: SortStep["direction"] = "ascending"): SortStep => ({
  columnId,
  direction,
});
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

function indexOf(rows: readonly Row[]) {
  const index = createRecordIndex(schema);
  index.setRows(rows);
  return index;
}

const find = (rows: readonly Row[], text: string, sort?: readonly SortStep[], zone?: string) =>
  ids(indexOf(rows).findSync(options(text, sort, zone)));

describe("a query", () => {
  const rows = [
    makeRow(1, { title: "Crème de la crème", boards: [3, 40], next: "2026-11-21T23:30:00Z" }),
    makeRow(2, { title: "Weekly numbers", frequency: "Weekly", to: ["Ben@x.co", "zoë@y.co"], boards: [5] }),
    makeRow(3, { title: "weekly deleted", isDeleted: true, next: "2026-11-20T08:00:00Z", to: [] }),
  ];

  it.each<[string, readonly number[]]>([
    ["crème ben", []],
    ['"la de"', []],
    ["to:x.co", [1, 2]],
    ["to:zoe,ana", [1, 2]],
    ["-to:zoe,ana", [3]],
    ["mail:zoe,ana", [1, 2]],
    ['mail:"ben@x.co,zoe"', []],
    ["-title:weekly", [1]],
    ["to:none", [3]],
    ["freq:weekly", [2]],
    ["board:>3", [1, 2]],
    ["board:none", [3]],
    ["next:none", [2]],
    ["next:today", []],
    ["next:..today", [3]],
    ["is:deleted", [3]],
    ["-is:deleted weekly", [2]],
    ["is:due", [3]],
    ["is:odd", []],
    ["freq:hourly weekly", [2, 3]],
  ])("%s", (text, found) => {
    expect(find(rows, text)).toEqual(found);
  });

  it("doesn't match across fields", () => {
    const broken = [makeRow(1, { title: "one\nana", to: ["two"] })];
    expect(find(broken, "mail:ana")).toEqual([]);
    expect(find(broken, "title:ana mail:two")).toEqual([1]);
  });

  it("uses days in the user's zone", () => {
    expect(find(rows, "next:today", [], "UTC")).toEqual([1]);
  });

  it("that is empty returns the rows themselves", () => {
    expect(indexOf(rows).findSync(options(""))).toBe(rows);
  });

  it("ignores unknown fields", () => {
    const query = parseQuery("other:1 crème", [{ name: "other", label: "Other", kind: "number" }]);
    expect(ids(indexOf(rows).findSync({ ...options(""), query }))).toEqual([1]);
  });
});

describe("a sort", () => {
  const rows = [
    makeRow(1, { title: "Dashboard 10", next: "2026-11-02T00:00:00Z", boards: [1] }),
    makeRow(2, { title: "dashboard 2", next: null, boards: [2] }),
    makeRow(3, { title: "Éclair", next: "2026-11-01T00:00:00Z", boards: [1] }),
    makeRow(4, { title: "Dashboard 2", next: "2026-11-03T00:00:00Z", boards: [2] }),
  ];

  it.each<[string, readonly SortStep[], readonly number[]]>([
    ["texts from the end, equal ones as they were", [by("title", "descending")], [3, 1, 2, 4]],
    ["times from the end, none last", [by("next", "descending")], [4, 1, 3, 2]],
    ["two columns", [by("board", "descending"), by("next", "descending")], [4, 2, 1, 3]],
    ["a column that cannot be sorted", [by("constructor")], [1, 2, 3, 4]],
  ])("%s", (_name, sort, sorted) => {
    expect(find(rows, "", sort)).toEqual(sorted);
    expect(find(rows, "dashboard", sort)).toEqual(sorted.filter((id) => id !== 3));
  });

  it("treats numbers among texts as text", () => {
    const mixed = [
      makeRow(1, { title: "b" }),
      makeRow(2, { boards: [10] }),
      makeRow(3, { boards: [9] }),
      makeRow(4, { title: "a" }),
    ];
    expect(find(mixed, "", [by("mixed")])).toEqual([3, 2, 4, 1]);
  });
});

describe("changing rows", () => {
  const sorts = fc.constantFrom<readonly SortStep[]>(
    [],
    [by("title")],
    [by("title", "descending")],
    [by("board"), by("title", "descending")],
    [by("next", "descending")],
  );
  const texts = fc.constantFrom("", "a", "-b", "to:ben", "is:deleted", "board:any a");
  const someRow = fc.record({
    id: fc.nat(40),
    title: fc.stringMatching(/^[a-c1-2]{0,4}$/),
    to: fc.constantFrom(["ana"], ["ben"], []),
    frequency: fc.constant("daily"),
    boards: fc.constantFrom([], [1], [2], [10]),
    next: fc.constantFrom(null, "2026-11-20T08:00:00Z", "2026-11-22T08:00:00Z"),
    isDeleted: fc.boolean(),
  });
  type Change = (rows: readonly Row[]) => readonly Row[];
  const changes: fc.Arbitrary<Change> = fc.oneof(
    fc.array(someRow, { maxLength: 400 }).map(
      (added): Change =>
        (rows) => [...rows, ...added],
    ),
    fc.array(someRow, { maxLength: 3 }).map(
      (added): Change =>
        (rows) => [...added, ...rows],
    ),
    fc.tuple(fc.nat(), someRow).map(
      ([at, next]): Change =>
        (rows) =>
          rows.map((each, index) => (index === at % (rows.length || 1) ? next : each)),
    ),
    fc.nat().map(
      (at): Change =>
        (rows) =>
          rows.toSpliced(at % (rows.length || 1), 2),
    ),
    fc.constant<Change>((rows) => rows.toReversed()),
    fc.constant<Change>((rows) => rows.filter((_row, index) => index % 3 !== 1)),
  );

  it("are searched and sorted like in a new index", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(changes, texts, sorts), { maxLength: 12 }), (steps) => {
        const index = createRecordIndex(schema);
        let rows: readonly Row[] = [];
        for (const [change, text, sort] of steps) {
          rows = change(rows);
          index.setRows(rows);
          expect(index.findSync(options(text, sort))).toEqual(indexOf(rows).findSync(options(text, sort)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("don't disturb a running search", async () => {
    const rows = Array.from({ length: 3_000 }, (_, id) => makeRow(id));
    const index = indexOf(rows);
    const all = index.find(options("report", [by("title", "descending")]));
    const more = [...rows, makeRow(3_000)];
    index.setRows(more);
    const grown = index.find(options("report", [by("title", "descending")]));
    index.setRows(rows.slice(1));
    const less = index.find(options("report", [by("title", "descending")]));
    expect(ids(await all)).toEqual(ids(rows.toReversed()));
    expect(ids(await grown)).toEqual(ids(more.toReversed()));
    expect(ids(await less)).toEqual(ids(rows.slice(1).toReversed()));
  });

  it("may be sorted by a later search first", async () => {
    const rows = [makeRow(1), makeRow(2)];
    const index = indexOf(rows);
    const earlier = index.find(options("", [by("title", "descending")]));
    index.setRows([...rows, makeRow(3)]);
    expect(ids(index.findSync(options("", [by("title", "descending")])))).toEqual([3, 2, 1]);
    expect(ids(await earlier)).toEqual([2, 1]);
  });
});

it("sorts by a prepared column in both directions", async () => {
  const index = indexOf([makeRow(10), makeRow(9), makeRow(11)]);
  await index.prepare();
  expect(ids(index.findSync(options("", [by("title", "descending")])))).toEqual([11, 10, 9]);
  expect(ids(index.findSync(options("", [by("title")])))).toEqual([9, 10, 11]);
});

it("rejects with the abort reason", async () => {
  const index = indexOf([makeRow(1)]);
  const controller = new AbortController();
  const found = index.find({ ...options("report"), signal: controller.signal });
  controller.abort(new Error("another query"));
  await expect(found).rejects.toThrow("another query");
});

it("counts and suggests filters, for the current rows", async () => {
  const index = indexOf([makeRow(1), makeRow(2, { isDeleted: true }), makeRow(3, { frequency: "weekly" })]);
  const at = { now: NOW, zone: "UTC" };
  const list = async (text: string) =>
    (await index.suggestFilters(text, at)).map(({ query, count }) => `${query} ${count}`);
  expect(await list("")).toEqual(["is:deleted 1", "freq:daily 2", "freq:weekly 1"]);
  expect(await list("-is:deleted")).toEqual(["freq:daily 1", "freq:weekly 1"]);
  expect(await index.suggestQuery("delted", at)).toEqual({ query: "is:deleted", count: 1 });
  index.setRows([makeRow(1), makeRow(3, { isDeleted: true })]);
  expect(await list("")).toEqual(["is:deleted 1"]);
  index.setRows([makeRow(1)]);
  expect(await index.suggestQuery("delted", at)).toBeNull();
});

describe("a state that depends on other rows", () => {
  const twins: RecordSchema<Row> = {
    ...schema,
    fields: [
      {
        name: "is",
        label: "State",
        kind: "state",
        values: ["twin", "local"].map((value) => ({ value, label: value })),
        states: { local: (row, _now, zone) => row.title === zone },
        sets: {
          *twin(rows) {
            yield;
            return new Set(
              rows.filter((row) => rows.some((other) => other !== row && other.title === row.title)),
            );
          },
        },
      },
    ],
  };
  const findTwins = (rows: readonly Row[], text: string) => {
    const index = createRecordIndex(twins);
    index.setRows(rows);
    const query = parseQuery(text, twins.fields);
    return index.findSync({ query, sort: [], now: NOW, zone: "Europe/Berlin" }).map(({ id }) => id);
  };
  const rows = [makeRow(1, { title: "A" }), makeRow(2), makeRow(3, { title: "A" })];

  it("can be included and excluded, and receive the zone", () => {
    expect(findTwins(rows, "is:twin")).toEqual([1, 3]);
    expect(findTwins(rows, "-is:twin")).toEqual([2]);
    expect(findTwins([makeRow(4, { title: "Europe/Berlin" }), makeRow(5)], "is:local")).toEqual([4]);
  });
});
