import { act, renderHook, waitFor } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { parseQuery } from "@/lib/query/query-text";
import type { FindOptions, RecordSchema } from "@/lib/search/record-schema";
import { createRecordIndex, type RecordIndex } from "@/lib/search/record-search";
import { useFoundRows } from "./collection-search";

interface Row {
  readonly id: number;
  readonly title: string;
}

const schema: RecordSchema<Row> = {
  id: (row) => row.id,
  words: (row) => [row.title],
  fields: [
    {
      name: "is",
      label: "State",
      kind: "state",
      values: [{ value: "late", label: "Late" }],
      states: { late: (row, now) => row.id < now },
    },
  ],
  sorts: {},
};

const makeRows = (from: number, to: number): readonly Row[] =>
  Array.from({ length: to - from }, (_, place) => ({
    id: from + place,
    title: (from + place) % 2 === 0 ? "even" : "odd",
  }));

const MANY = makeRows(0, 3_000);
const FEW = makeRows(0, 10);

interface SearchInput {
  readonly index?: RecordIndex<Row> | null;
  readonly rows?: readonly Row[];
  readonly text?: string;
  readonly now?: number;
}

/** Creates an index whose searches wait for `release()`. Collects their abort signals. */
function createBlockedIndex() {
  const index = createRecordIndex(schema);
  const blocked: (() => void)[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const find = async (options: FindOptions & { readonly signal?: AbortSignal }) => {
    signals.push(options.signal);
    // Searches synchronously, because the number of slices would depend on the machine's load.
    const found = index.findSync(options);
    await new Promise<void>((resolve) => {
      blocked.push(resolve);
    });
    options.signal?.throwIfAborted();
    return found;
  };
  const release = async () => {
    await act(async () => blocked.shift()?.());
  };
  return { index: { ...index, find }, signals, release };
}

function renderSearch(first: SearchInput) {
  let props = first;
  const index = createRecordIndex(schema);
  const hook = renderHook(
    (asked: SearchInput) =>
      // Creates new query and sort objects on each render, as some pages do.
      useFoundRows(asked.index === undefined ? index : asked.index, asked.rows ?? MANY, {
        query: parseQuery(asked.text ?? "", schema.fields),
        sort: [],
        now: asked.now ?? 0,
        zone: "UTC",
      }),
    { initialProps: first },
  );
  return {
    current() {
      const { rows, isBusy } = hook.result.current;
      return { rows, isBusy };
    },
    startSearch: (text: string) => hook.result.current.startSearch(parseQuery(text, schema.fields)),
    unmount: hook.unmount,
    again(changes: SearchInput) {
      props = { ...props, ...changes };
      hook.rerender(props);
    },
  };
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
const evens = (rows: readonly Row[]) => rows.filter(({ id }) => id % 2 === 0);

it("shows the result with its query if the search started before", async () => {
  const { index, signals, release } = createBlockedIndex();
  const found = renderSearch({ index });
  found.startSearch("even");
  await release();
  expect(found.current()).toEqual({ rows: MANY, isBusy: false });
  found.again({ text: "even" });
  expect(found.current()).toEqual({ rows: evens(MANY), isBusy: false });
  expect(signals).toHaveLength(1);
});

it("keeps the last result until the next, and aborts outdated searches", async () => {
  const { index, signals, release } = createBlockedIndex();
  const found = renderSearch({ index, text: "even" });
  await release();
  expect(found.current().isBusy).toBe(false);
  found.again({ text: "od" });
  found.again({ text: "odd" });
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, true, false]);
  expect(found.current()).toEqual({ rows: evens(MANY), isBusy: true });
  await release();
  expect(found.current().isBusy).toBe(true);
  await release();
  expect(found.current().isBusy).toBe(false);
  expect(found.current().rows[0]?.id).toBe(1);
});

it("lets a search finish while rows arrive, and returns the newest", async () => {
  const { index, signals, release } = createBlockedIndex();
  const found = renderSearch({ index, text: "even" });
  const more = [...MANY, ...makeRows(3_000, 3_100)];
  const most = [...more, ...makeRows(3_100, 3_200)];
  found.again({ rows: more });
  found.again({ rows: most });
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  await release();
  expect(found.current()).toEqual({ rows: evens(MANY), isBusy: true });
  expect(signals).toHaveLength(2);
  await release();
  expect(found.current()).toEqual({ rows: evens(most), isBusy: false });
  expect(signals).toHaveLength(2);
});

it("shows updated rows immediately, and no removed ones", async () => {
  const { index, release } = createBlockedIndex();
  const found = renderSearch({ index, text: "even" });
  await release();
  const newer = { id: 2, title: "even, edited" };
  found.again({ rows: MANY.toSpliced(0, 3, newer) });
  expect(found.current().isBusy).toBe(true);
  expect(found.current().rows.slice(0, 2)).toEqual([newer, { id: 4, title: "even" }]);
  await release();
  expect(found.current().isBusy).toBe(false);
  expect(found.current().rows.slice(0, 2)).toEqual([newer, { id: 4, title: "even" }]);
});

it("returns all rows once the query is empty, and no late result", async () => {
  const { index, release } = createBlockedIndex();
  const found = renderSearch({ index, text: "even" });
  await release();
  found.again({ text: "" });
  expect(found.current()).toEqual({ rows: MANY, isBusy: false });
  found.again({ text: "odd" });
  expect(found.current()).toEqual({ rows: MANY, isBusy: true });
});

it("repeats the search over time only for time-dependent queries", async () => {
  const { index, signals, release } = createBlockedIndex();
  const found = renderSearch({ index, text: "even" });
  await release();
  found.again({ now: 5 });
  expect(signals).toHaveLength(1);
  found.again({ text: "is:late" });
  await release();
  expect(ids(found.current().rows)).toEqual([0, 1, 2, 3, 4]);
  found.again({ now: 6 });
  expect(signals).toHaveLength(3);
  await release();
  expect(ids(found.current().rows)).toEqual([0, 1, 2, 3, 4, 5]);
});

it("returns all rows as busy without an index", async () => {
  const found = renderSearch({ index: null, rows: FEW, text: "even" });
  expect(found.current()).toEqual({ rows: FEW, isBusy: true });
  found.again({ index: createRecordIndex(schema) });
  expect(found.current()).toEqual({ rows: evens(FEW), isBusy: false });
});

it("aborts on unmount", () => {
  const { index, signals } = createBlockedIndex();
  renderSearch({ index, text: "even" }).unmount();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

it("throws schema errors to the error boundary", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const broken = createRecordIndex<Row>({
    ...schema,
    words: () => {
      throw new RangeError("broken words");
    },
  });
  const caught: unknown[] = [];
  class Boundary extends Component<{ readonly children: ReactNode }> {
    static getDerivedStateFromError() {
      return { isBroken: true };
    }
    override state = { isBroken: false };
    override componentDidCatch(error: unknown) {
      caught.push(error);
    }
    override render() {
      return this.state.isBroken ? null : this.props.children;
    }
  }
  const query = parseQuery("even", []);
  renderHook(() => useFoundRows(broken, MANY, { query, sort: [], now: 0, zone: "UTC" }), {
    wrapper: Boundary,
  });
  await waitFor(() => expect(caught).toEqual([new RangeError("broken words")]));
});
