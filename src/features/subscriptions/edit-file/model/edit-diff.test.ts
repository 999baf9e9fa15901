import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { DELIVERY_FIELDS } from "@/data/changes/planned-change";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { buildSubscription } from "@/testing/build-subscription";
import { trackRowReads } from "@/testing/observe-cooperative-task";
import { type BaseRecords, diffEditFile, type EditDiff } from "./edit-diff";
import { createEditFileChunks } from "./edit-file-format";
import { isItemSelected, toPlannedChange } from "./edit-selection";
import { type EditFileParseResult, foreignFileMessage, parseEditFile } from "./parse-edit-file";

const ORIGIN = { server: "https://eu.example.com", project: "3" };
const EXPORTED_AT = new Date("2026-11-21T10:00:00Z");

const weekly = buildSubscription();
const daily = buildSubscription({
  id: 8,
  title: null,
  frequency: "daily",
  byweekday: null,
  target_value: " Bo@x.co,ana@x.co ",
});
const trashed = buildSubscription({ id: 9, title: "Old", deleted: true });

function buildFile(records: readonly Subscription[], scope: "all" | "selection" = "all"): string {
  return [...createEditFileChunks({ records, scope, origin: ORIGIN, now: EXPORTED_AT })]
    .map(({ text }) => text)
    .join("");
}

function parseFile(text: string): EditFileParseResult {
  return runToCompletion(parseEditFile(text));
}

interface DiffOptions extends Partial<Pick<BaseRecords, "isComplete" | "isCreateOnly">> {
  readonly server?: readonly Subscription[];
}

function diffText(
  text: string,
  { server = [weekly, daily, trashed], ...baseRecords }: DiffOptions = {},
): EditDiff {
  const reading = parseFile(text);
  if (!reading.ok) throw new Error(reading.rejection.title);
  return runToCompletion(
    diffEditFile(reading.file, {
      active: server.filter(({ deleted }) => !deleted),
      find: (id) => server.find((record) => record.id === id),
      isComplete: true,
      isCreateOnly: false,
      ...baseRecords,
    }),
  );
}

/** The file of weekly and daily, with a part of its text replaced. */
function editText(from: string | RegExp, to: string, records = [weekly, daily]): string {
  const text = buildFile(records);
  const after = text.replace(from, to);
  expect(after).not.toBe(text);
  return after;
}

const changeBodies = ({ items }: EditDiff) =>
  items.map(({ kind, plannedChange: write }) => [kind, write.kind === "none" ? "blocked" : write.body]);
const issueMessages = ({ issues }: EditDiff) =>
  issues.map(({ line, tone, message }) => `${line} ${tone}: ${message}`);
const lineNumberOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split("\n").length;

describe("a file that nobody has edited", () => {
  it("has nothing to do, whatever the deliveries are like", () => {
    const texts = fc.string({ unit: "binary", maxLength: 20 });
    const records = fc.array(
      fc.record({
        title: fc.option(texts),
        dashboard: fc.option(fc.integer()),
        insight: fc.option(fc.integer()),
        target_type: texts,
        target_value: texts,
        frequency: texts,
        interval: fc.integer(),
        byweekday: fc.option(fc.array(texts)),
        bysetpos: fc.option(fc.integer()),
        start_date: texts,
        until_date: fc.option(texts),
        deleted: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(records, (fields) => {
        const server = fields.map((each, index) => buildSubscription({ ...each, id: index + 1 }));
        const diffResult = diffText(buildFile(server), { server });
        expect([diffResult.items, diffResult.issues, diffResult.unchanged]).toEqual([[], [], server.length]);
      }),
    );
  });

  it("has nothing to do either once others have changed things, and says how many", () => {
    const server = [{ ...weekly, title: "Theirs", target_value: "new@x.co" }, daily, trashed];
    const diffResult = diffText(buildFile([weekly, daily]), { server });
    expect([diffResult.items, diffResult.unchanged, diffResult.changedElsewhere]).toEqual([[], 2, 1]);
  });

  it("takes other spellings of a moment, and another order of weekdays, for the same", () => {
    const server = [{ ...weekly, start_date: "2026-11-02T08:00:30.000Z", byweekday: ["friday", "monday"] }];
    const file = buildFile([
      { ...weekly, start_date: "2026-11-02T09:00:30+01:00", byweekday: ["monday", "friday"] },
    ]);
    expect(diffText(file, { server }).items).toEqual([]);
  });
});

describe("what was edited", () => {
  it("is sent, and nothing else", () => {
    const diffResult = diffText(editText('"Weekly figures"', '"Figures of the week"'));
    expect(changeBodies(diffResult)).toEqual([["changed", { title: "Figures of the week" }]]);
    expect(diffResult.items[0]).toMatchObject({ warnings: [], isBlocked: false });
  });

  it("compares recipients byte for byte", () => {
    const diffResult = diffText(editText('" Bo@x.co,ana@x.co "', '" Bo@x.co,ana@x.co"'));
    expect(changeBodies(diffResult)).toEqual([["changed", { target_value: " Bo@x.co,ana@x.co" }]]);
  });

  it("leaves alone what others have changed in the same delivery", () => {
    const server = [{ ...weekly, target_value: "theirs@x.co" }, daily];
    const diffResult = diffText(editText('"Weekly figures"', '"Mine"'), { server });
    expect(changeBodies(diffResult)).toEqual([["changed", { title: "Mine" }]]);
    expect(diffResult.items[0]?.warnings).toEqual([]);
  });

  it("warns where others have changed the very same field", () => {
    const server = [{ ...weekly, title: "Theirs" }, daily];
    const diffResult = diffText(editText('"Weekly figures"', '"Mine"'), { server });
    expect(diffResult.items[0]?.changes).toEqual([{ field: "title", before: "Theirs", after: "Mine" }]);
    expect(diffResult.items[0]?.warnings[0]).toContain("Somebody has changed the same");
  });

  it("deletes and restores by “deleted”", () => {
    expect(changeBodies(diffText(editText('"deleted": false', '"deleted": true')))).toEqual([
      ["deleted", { deleted: true }],
    ]);
    const restored = editText('"deleted": true', '"deleted": false', [weekly, daily, trashed]);
    expect(changeBodies(diffText(restored))).toEqual([["restored", { deleted: false }]]);
  });

  it("makes a delivery of what has no number", () => {
    const file = editText(
      '"subscriptions": [',
      `"subscriptions": [{"insight": 4, "dashboard": null, "target_type": "slack", "target_value": "#sales",
        "frequency": "daily", "start_date": "2026-12-01T08:00:00Z"},`,
    );
    const diffResult = diffText(file);
    expect(changeBodies(diffResult)).toEqual([
      [
        "new",
        {
          insight: 4,
          target_type: "slack",
          target_value: "#sales",
          frequency: "daily",
          start_date: "2026-12-01T08:00:00Z",
        },
      ],
    ]);
    expect(diffResult.items[0]?.name).toBe("Insight 4 to #sales");
  });

  it("warns of a new delivery that exists already: the file may have been applied before", () => {
    const twin = JSON.stringify({ ...weekly, id: null });
    const diffResult = diffText(editText('"subscriptions": [', `"subscriptions": [${twin},`));
    expect(diffResult.items.map(({ kind, warnings: cautions }) => [kind, cautions])).toEqual([
      ["new", ["Delivery 7 is exactly like it: it may have been made already."]],
    ]);
    const other = JSON.stringify({ ...weekly, id: null, interval: 2 });
    expect(
      diffText(editText('"subscriptions": [', `"subscriptions": [${other},`)).items[0]?.warnings,
    ).toEqual([]);
  });
});

describe("deliveries that do not stand in the file", () => {
  const server = [weekly, daily, trashed];
  it("are offered to be deleted, and not ticked", () => {
    const diffResult = diffText(buildFile([daily]), {
      server: [buildSubscription({ id: 3 }), daily, trashed],
    });
    expect(changeBodies(diffResult)).toEqual([["missing", { deleted: true }]]);
    expect(diffResult.items.map((item) => isItemSelected(item, new Map()))).toEqual([false]);
  });
  it("are not, where the file holds a selection, or not everything is loaded", () => {
    expect(diffText(buildFile([daily], "selection"), { server }).items).toEqual([]);
    expect(diffText(buildFile([daily]), { server, isComplete: false }).items).toEqual([]);
  });
  it("are not, where they were made after the file", () => {
    const later = buildSubscription({ id: 2, created_at: "2026-11-21T10:00:01Z" });
    const higher = buildSubscription({ id: 20, created_at: null });
    const diffResult = diffText(buildFile([weekly, daily]), { server: [...server, later, higher] });
    expect([diffResult.items, diffResult.createdLater]).toEqual([[], 2]);
  });
});

describe("mistakes", () => {
  it.each([
    ['"interval": 1', '"interval": "two"', '“interval” takes a whole number from 1 on, not "two".'],
    ['"interval": 1', '"interval": 0', "“interval” takes a whole number from 1 on, not 0."],
    ['"interval": 1', '"interval": 2147483648', "“interval” takes a whole number from 1 on, not 2147483648."],
    ['"2026-11-02T08:00:30Z"', '"2026-11-02 08:00"', 'like 2026-11-23T09:00:00Z, not "2026-11-02 08:00".'],
    ['"until_date": null', '"until_date": "2026-02-30T08:00:00Z"', 'not "2026-02-30T08:00:00Z".'],
    ['"until_date": null', '"until_date": "2026-01-01T08:00:00Z"', "The end lies before the start."],
    ['"insight": null', '"insight": 5', "a dashboard or an insight, not both"],
    ['"dashboard": 12', '"dashboard": null', "It sends nothing"],
    ['"Weekly figures"', `"${"x".repeat(101)}"`, "Shorten the title to 100 characters; it has 101."],
    ["bo@example.com", "bo", "“bo” isn't a valid email address."],
    ['"bysetpos": null', '"bysetpos": 0', "0 makes servers fail"],
    ['"deleted": false', '"deleted": "no"', '“deleted” takes true or false, not "no".'],
    ['"frequency": "weekly"', '"frequency": 7', "“frequency” takes a text, not 7."],
  ])("%s → %s keeps the delivery from being applied", (from, to, message) => {
    const file = editText(from, to);
    const diffResult = diffText(file);
    expect(issueMessages(diffResult)).toEqual([expect.stringContaining(message)]);
    expect(diffResult.items.map(({ isBlocked }) => isBlocked)).toEqual([true]);
  });

  it("stand with the line of their key", () => {
    const file = editText('"interval": 1', '"interval": "two"');
    expect(diffText(file).issues.map(({ line, column }) => [line, column])).toEqual([
      [lineNumberOf(file, '"two"'), 7],
    ]);
  });

  it("are not made of what was served that way and nobody touched", () => {
    const odd = buildSubscription({
      frequency: "hourly",
      bysetpos: 0,
      interval: 0,
      target_value: "nobody",
      insight: 3,
    });
    const diffResult = diffText(editText('"Weekly figures"', '"Mine"', [odd]), { server: [odd] });
    expect(issueMessages(diffResult)).toEqual([]);
    expect(changeBodies(diffResult)).toEqual([["changed", { title: "Mine" }]]);
  });

  it("warn of an unknown word, which may be sent all the same", () => {
    const diffResult = diffText(editText('"frequency": "weekly"', '"frequency": "hourly"'));
    expect(issueMessages(diffResult)[0]).toContain("warning: “hourly” is not known here");
    expect(changeBodies(diffResult)).toEqual([["changed", { frequency: "hourly" }]]);
    expect(diffResult.items[0]?.warnings).toHaveLength(1);
  });

  it("name the key that was probably meant, and apply the rest", () => {
    const diffResult = diffText(
      editText('"title": "Weekly figures"', '"titel": "Mine", "invite_message": "Hello"'),
    );
    expect(issueMessages(diffResult)[0]).toContain(
      "“titel” is no field of a delivery and is not applied. Did you mean “title”?",
    );
    expect(changeBodies(diffResult)).toEqual([["changed", { invite_message: "Hello" }]]);
    expect(issueMessages(diffText(editText(/"interval": 1/, '"interval": 2, "count": 3')))).toEqual([
      expect.stringContaining("“count” stands twice"),
    ]);
  });

  it("say that a key of the server's making cannot be changed, but not where it is the same", () => {
    const changed = diffText(editText('"interval": 1', '"interval": 2, "summary": "mine"'));
    expect(issueMessages(changed)[0]).toContain("“summary” is made by the server and cannot be changed.");
    expect(changeBodies(changed)).toEqual([["changed", { interval: 2 }]]);
    expect(
      issueMessages(diffText(editText('"interval": 1', '"interval": 1, "summary": "sent every week"'))),
    ).toEqual([]);
  });

  it("block a delivery that stands twice, both times", () => {
    const diffResult = diffText(editText('"id": 8', '"id": 7').replace('"Weekly figures"', '"Mine"'));
    expect(issueMessages(diffResult)).toEqual([
      expect.stringContaining("Delivery 7 stands twice (first on line "),
    ]);
    expect(diffResult.items.map(({ key, isBlocked }) => [key, isBlocked])).toEqual([
      ["7", true],
      ["8", false],
    ]);
  });

  it("name a number that is not there, unless it may only not be loaded", () => {
    const file = editText('"id": 8', '"id": 800', [weekly, daily, trashed]);
    expect(issueMessages(diffText(file))[0]).toContain(
      "There is no delivery 800 in this project, nor in its bin.",
    );
    const diffResult = diffText(file, { isComplete: false });
    expect([issueMessages(diffResult), diffResult.notLoaded]).toEqual([[], 1]);
  });

  it("name what a new delivery lacks", () => {
    const diffResult = diffText(
      editText('"subscriptions": [', '"subscriptions": [{"title": "Mine", "dashboard": 1}, 5,'),
    );
    expect(issueMessages(diffResult).map((message) => message.replace(/^\d+ /, ""))).toEqual([
      ...["target_type", "target_value", "frequency", "start_date"].map(
        (field) => `mistake: “${field}” is missing: a new delivery needs it.`,
      ),
      "mistake: Every entry of the list is a delivery in braces: {…}.",
    ]);
  });
});

describe("a file from elsewhere", () => {
  it("is told apart by server and project", () => {
    const reading = parseFile(buildFile([weekly]));
    const header = reading.ok ? reading.file.header : null;
    expect(foreignFileMessage(header, ORIGIN)).toBeNull();
    expect(foreignFileMessage(header, { ...ORIGIN, project: "4" })).toContain("You are in project 4");
    expect(foreignFileMessage(header, { ...ORIGIN, server: "Demo data" })).toContain(
      "from https://eu.example.com",
    );
    expect(foreignFileMessage(null, ORIGIN)).toContain("does not say");
  });

  it("becomes new deliveries without their numbers", () => {
    const diffResult = diffText(buildFile([weekly, trashed]), { isCreateOnly: true });
    expect(diffResult.items.map(({ kind, isBlocked }) => [kind, isBlocked])).toEqual([
      ["new", false],
      ["new", false],
    ]);
    expect(JSON.stringify(changeBodies(diffResult))).not.toMatch(/"id"|deleted|_was/);
  });

  it.each([
    ["", "There is nothing in it"],
    [" \n", "There is nothing in it"],
    ["<!doctype html><title>x</title>", "This is a web page, not JSON"],
    ["id,title\n1,Weekly\n", "This is a table (CSV), not JSON"],
    ['"id";"title"\n"1";"Weekly"\n', "This is a table (CSV), not JSON"],
    ["7", "This is JSON, but no list of deliveries"],
    ['{"a": 1}', "The list “subscriptions” is missing"],
    ['{"subscriptions": {}}', "“subscriptions” is no list"],
    ['{"subscriptions": [], "subscriptions": []}', "Two lists of deliveries"],
    ['{"environs": {"kind": 1}, "subscriptions": []}', "“environs” cannot be read"],
    ['{"subscriptions": [}', "This is not JSON yet"],
  ])("%s is refused in words", (text, title) => {
    const reading = parseFile(text);
    expect(reading.ok ? "read" : reading.rejection.title).toBe(title);
  });

  it("is refused when it is of another kind or of a newer version", () => {
    const ofKind = parseFile(editText('"kind": "subscriptions"', '"kind": "members"'));
    const ofVersion = parseFile(editText('"version": 1', '"version": 2'));
    expect([ofKind, ofVersion].map((reading) => !reading.ok && reading.rejection.title)).toEqual([
      "The file holds members, not deliveries",
      "The file comes from a newer version of Environs",
    ]);
  });

  it("may be a bare list, or an answer of the server", () => {
    for (const text of [
      `[${JSON.stringify(weekly)}]`,
      `{"count": 1, "results": [${JSON.stringify(weekly)}]}`,
    ]) {
      expect(
        diffText(text, { isCreateOnly: true }).items.map(({ kind, isBlocked }) => [kind, isBlocked]),
      ).toEqual([["new", false]]);
    }
  });
});

describe("a file of five thousand deliveries", () => {
  const all = Array.from({ length: 5_000 }, (_, index) => ({ ...weekly, id: index + 1 }));

  it("is read and compared with a rest after each of them", () => {
    const { rows, restsOf: yieldsOf } = trackRowReads(all);
    const reading = yieldsOf(parseEditFile(buildFile(all)));
    expect(reading.yields).toBeGreaterThanOrEqual(4_999);
    if (!reading.result.ok) throw new Error(reading.result.rejection.title);
    const find = (id: number) => rows[id - 1];
    const baseRecords = { active: rows, find, isComplete: true, isCreateOnly: false };
    const comparing = yieldsOf(diffEditFile(reading.result.file, baseRecords));
    expect(comparing.result.unchanged).toBe(5_000);
    expect(comparing.maxRows).toBe(1);
  });

  it("so is what it leaves out", () => {
    const { rows, restsOf: yieldsOf } = trackRowReads(all);
    const reading = parseFile(buildFile(all.slice(-1)));
    if (!reading.ok) throw new Error(reading.rejection.title);
    const baseRecords = {
      active: rows,
      find: (id: number) => rows[id - 1],
      isComplete: true,
      isCreateOnly: false,
    };
    const { result, maxRows: maxRowsBetweenYields } = yieldsOf(diffEditFile(reading.file, baseRecords));
    expect(result.items).toHaveLength(4_999);
    expect(maxRowsBetweenYields).toBe(1);
  });
});

it("a deletion by a file, or of what it leaves out, finds the record as the preview showed it", () => {
  const deleting = diffText(editText('"deleted": false', '"deleted": true'));
  const leavingOut = diffText(buildFile([daily]));
  for (const { items } of [deleting, leavingOut]) {
    const [planned] = items.map(toPlannedChange);
    expect(planned).toMatchObject({ body: { deleted: true }, precondition: DELIVERY_FIELDS });
  }
});
