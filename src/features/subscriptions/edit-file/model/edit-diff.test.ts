import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { runToEnd } from "@/lib/scheduler/cooperative-task";
import { sampleSubscription } from "@/testing/build-subscription";
import { watchRows } from "@/testing/observe-cooperative-task";
import { diffPlan, type PlanDiff, type PlanGround } from "./edit-diff";
import { planChunks } from "./edit-file-format";
import { isTicked } from "./edit-selection";
import { foreignWords, type PlanReading, readPlan } from "./parse-edit-file";

const HERE = { server: "https://eu.example.com", project: "3" };
const MADE = new Date("2026-11-21T10:00:00Z");

const weekly = sampleSubscription();
const daily = sampleSubscription({
  id: 8,
  title: null,
  frequency: "daily",
  byweekday: null,
  target_value: " Bo@x.co,ana@x.co ",
});
const binned = sampleSubscription({ id: 9, title: "Old", deleted: true });

function fileOf(records: readonly Subscription[], scope: "all" | "selection" = "all"): string {
  return [...planChunks({ records, scope, place: HERE, now: MADE })].map(({ text }) => text).join("");
}

function read(text: string): PlanReading {
  return runToEnd(readPlan(text));
}

interface Compare extends Partial<Pick<PlanGround, "isComplete" | "asNew">> {
  readonly server?: readonly Subscription[];
}

function diff(text: string, { server = [weekly, daily, binned], ...ground }: Compare = {}): PlanDiff {
  const reading = read(text);
  if (!reading.ok) throw new Error(reading.refusal.title);
  return runToEnd(
    diffPlan(reading.plan, {
      active: server.filter(({ deleted }) => !deleted),
      find: (id) => server.find((record) => record.id === id),
      isComplete: true,
      asNew: false,
      ...ground,
    }),
  );
}

/** The file of weekly and daily, with a part of its text replaced. */
function edited(from: string | RegExp, to: string, records = [weekly, daily]): string {
  const text = fileOf(records);
  const after = text.replace(from, to);
  expect(after).not.toBe(text);
  return after;
}

const bodies = ({ items }: PlanDiff) =>
  items.map(({ kind, write }) => [kind, write.kind === "none" ? "blocked" : write.body]);
const said = ({ marks }: PlanDiff) => marks.map(({ line, tone, message }) => `${line} ${tone}: ${message}`);
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split("\n").length;

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
        const server = fields.map((each, place) => sampleSubscription({ ...each, id: place + 1 }));
        const found = diff(fileOf(server), { server });
        expect([found.items, found.marks, found.unchanged]).toEqual([[], [], server.length]);
      }),
    );
  });

  it("has nothing to do either once others have changed things, and says how many", () => {
    const server = [{ ...weekly, title: "Theirs", target_value: "new@x.co" }, daily, binned];
    const found = diff(fileOf([weekly, daily]), { server });
    expect([found.items, found.unchanged, found.changedElsewhere]).toEqual([[], 2, 1]);
  });

  it("takes other spellings of a moment, and another order of weekdays, for the same", () => {
    const server = [{ ...weekly, start_date: "2026-11-02T08:00:30.000Z", byweekday: ["friday", "monday"] }];
    const file = fileOf([
      { ...weekly, start_date: "2026-11-02T09:00:30+01:00", byweekday: ["monday", "friday"] },
    ]);
    expect(diff(file, { server }).items).toEqual([]);
  });
});

describe("what was edited", () => {
  it("is sent, and nothing else", () => {
    const found = diff(edited('"Weekly figures"', '"Figures of the week"'));
    expect(bodies(found)).toEqual([["changed", { title: "Figures of the week" }]]);
    expect(found.items[0]).toMatchObject({ cautions: [], isBlocked: false });
  });

  it("compares recipients byte for byte", () => {
    const found = diff(edited('" Bo@x.co,ana@x.co "', '" Bo@x.co,ana@x.co"'));
    expect(bodies(found)).toEqual([["changed", { target_value: " Bo@x.co,ana@x.co" }]]);
  });

  it("leaves alone what others have changed in the same delivery", () => {
    const server = [{ ...weekly, target_value: "theirs@x.co" }, daily];
    const found = diff(edited('"Weekly figures"', '"Mine"'), { server });
    expect(bodies(found)).toEqual([["changed", { title: "Mine" }]]);
    expect(found.items[0]?.cautions).toEqual([]);
  });

  it("warns where others have changed the very same field", () => {
    const server = [{ ...weekly, title: "Theirs" }, daily];
    const found = diff(edited('"Weekly figures"', '"Mine"'), { server });
    expect(found.items[0]?.changes).toEqual([{ field: "title", before: "Theirs", after: "Mine" }]);
    expect(found.items[0]?.cautions[0]).toContain("Somebody has changed the same");
  });

  it("deletes and restores by “deleted”", () => {
    expect(bodies(diff(edited('"deleted": false', '"deleted": true')))).toEqual([
      ["deleted", { deleted: true }],
    ]);
    const restored = edited('"deleted": true', '"deleted": false', [weekly, daily, binned]);
    expect(bodies(diff(restored))).toEqual([["restored", { deleted: false }]]);
  });

  it("makes a delivery of what has no number", () => {
    const file = edited(
      '"subscriptions": [',
      `"subscriptions": [{"insight": 4, "dashboard": null, "target_type": "slack", "target_value": "#sales",
        "frequency": "daily", "start_date": "2026-12-01T08:00:00Z"},`,
    );
    const found = diff(file);
    expect(bodies(found)).toEqual([
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
    expect(found.items[0]?.name).toBe("Insight 4 to #sales");
  });

  it("warns of a new delivery that exists already: the file may have been applied before", () => {
    const twin = JSON.stringify({ ...weekly, id: null });
    const found = diff(edited('"subscriptions": [', `"subscriptions": [${twin},`));
    expect(found.items.map(({ kind, cautions }) => [kind, cautions])).toEqual([
      ["new", ["Delivery 7 is exactly like it: it may have been made already."]],
    ]);
    const other = JSON.stringify({ ...weekly, id: null, interval: 2 });
    expect(diff(edited('"subscriptions": [', `"subscriptions": [${other},`)).items[0]?.cautions).toEqual([]);
  });
});

describe("deliveries that do not stand in the file", () => {
  const server = [weekly, daily, binned];
  it("are offered to be deleted, and not ticked", () => {
    const found = diff(fileOf([daily]), { server: [sampleSubscription({ id: 3 }), daily, binned] });
    expect(bodies(found)).toEqual([["missing", { deleted: true }]]);
    expect(found.items.map((item) => isTicked(item, new Map()))).toEqual([false]);
  });
  it("are not, where the file holds a selection, or not everything is loaded", () => {
    expect(diff(fileOf([daily], "selection"), { server }).items).toEqual([]);
    expect(diff(fileOf([daily]), { server, isComplete: false }).items).toEqual([]);
  });
  it("are not, where they were made after the file", () => {
    const later = sampleSubscription({ id: 2, created_at: "2026-11-21T10:00:01Z" });
    const higher = sampleSubscription({ id: 20, created_at: null });
    const found = diff(fileOf([weekly, daily]), { server: [...server, later, higher] });
    expect([found.items, found.madeLater]).toEqual([[], 2]);
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
    ["bo@example.com", "bo", "“bo” is not an e-mail address."],
    ['"bysetpos": null', '"bysetpos": 0', "0 makes servers fail"],
    ['"deleted": false', '"deleted": "no"', '“deleted” takes true or false, not "no".'],
    ['"frequency": "weekly"', '"frequency": 7', "“frequency” takes a text, not 7."],
  ])("%s → %s keeps the delivery from being applied", (from, to, words) => {
    const file = edited(from, to);
    const found = diff(file);
    expect(said(found)).toEqual([expect.stringContaining(words)]);
    expect(found.items.map(({ isBlocked }) => isBlocked)).toEqual([true]);
  });

  it("stand with the line of their key", () => {
    const file = edited('"interval": 1', '"interval": "two"');
    expect(diff(file).marks.map(({ line, column }) => [line, column])).toEqual([[lineOf(file, '"two"'), 7]]);
  });

  it("are not made of what was served that way and nobody touched", () => {
    const odd = sampleSubscription({
      frequency: "hourly",
      bysetpos: 0,
      interval: 0,
      target_value: "nobody",
      insight: 3,
    });
    const found = diff(edited('"Weekly figures"', '"Mine"', [odd]), { server: [odd] });
    expect(said(found)).toEqual([]);
    expect(bodies(found)).toEqual([["changed", { title: "Mine" }]]);
  });

  it("warn of an unknown word, which may be sent all the same", () => {
    const found = diff(edited('"frequency": "weekly"', '"frequency": "hourly"'));
    expect(said(found)[0]).toContain("warning: “hourly” is not known here");
    expect(bodies(found)).toEqual([["changed", { frequency: "hourly" }]]);
    expect(found.items[0]?.cautions).toHaveLength(1);
  });

  it("name the key that was probably meant, and apply the rest", () => {
    const found = diff(edited('"title": "Weekly figures"', '"titel": "Mine", "invite_message": "Hello"'));
    expect(said(found)[0]).toContain(
      "“titel” is no field of a delivery and is not applied. Did you mean “title”?",
    );
    expect(bodies(found)).toEqual([["changed", { invite_message: "Hello" }]]);
    expect(said(diff(edited(/"interval": 1/, '"interval": 2, "count": 3')))).toEqual([
      expect.stringContaining("“count” stands twice"),
    ]);
  });

  it("say that a key of the server's making cannot be changed, but not where it is the same", () => {
    const changed = diff(edited('"interval": 1', '"interval": 2, "summary": "mine"'));
    expect(said(changed)[0]).toContain("“summary” is made by the server and cannot be changed.");
    expect(bodies(changed)).toEqual([["changed", { interval: 2 }]]);
    expect(said(diff(edited('"interval": 1', '"interval": 1, "summary": "sent every week"')))).toEqual([]);
  });

  it("block a delivery that stands twice, both times", () => {
    const found = diff(edited('"id": 8', '"id": 7').replace('"Weekly figures"', '"Mine"'));
    expect(said(found)).toEqual([expect.stringContaining("Delivery 7 stands twice (first on line ")]);
    expect(found.items.map(({ key, isBlocked }) => [key, isBlocked])).toEqual([
      ["7", true],
      ["8", false],
    ]);
  });

  it("name a number that is not there, unless it may only not be loaded", () => {
    const file = edited('"id": 8', '"id": 800', [weekly, daily, binned]);
    expect(said(diff(file))[0]).toContain("There is no delivery 800 in this project, nor in its bin.");
    const found = diff(file, { isComplete: false });
    expect([said(found), found.notLoaded]).toEqual([[], 1]);
  });

  it("name what a new delivery lacks", () => {
    const found = diff(
      edited('"subscriptions": [', '"subscriptions": [{"title": "Mine", "dashboard": 1}, 5,'),
    );
    expect(said(found).map((words) => words.replace(/^\d+ /, ""))).toEqual([
      ...["target_type", "target_value", "frequency", "start_date"].map(
        (field) => `mistake: “${field}” is missing: a new delivery needs it.`,
      ),
      "mistake: Every entry of the list is a delivery in braces: {…}.",
    ]);
  });
});

describe("a file from elsewhere", () => {
  it("is told apart by server and project", () => {
    const reading = read(fileOf([weekly]));
    const header = reading.ok ? reading.plan.header : null;
    expect(foreignWords(header, HERE)).toBeNull();
    expect(foreignWords(header, { ...HERE, project: "4" })).toContain("You are in project 4");
    expect(foreignWords(header, { ...HERE, server: "Demo data" })).toContain("from https://eu.example.com");
    expect(foreignWords(null, HERE)).toContain("does not say");
  });

  it("becomes new deliveries without their numbers", () => {
    const found = diff(fileOf([weekly, binned]), { asNew: true });
    expect(found.items.map(({ kind, isBlocked }) => [kind, isBlocked])).toEqual([
      ["new", false],
      ["new", false],
    ]);
    expect(JSON.stringify(bodies(found))).not.toMatch(/"id"|deleted|_was/);
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
    const reading = read(text);
    expect(reading.ok ? "read" : reading.refusal.title).toBe(title);
  });

  it("is refused when it is of another kind or of a newer version", () => {
    const ofKind = read(edited('"kind": "subscriptions"', '"kind": "members"'));
    const ofVersion = read(edited('"version": 1', '"version": 2'));
    expect([ofKind, ofVersion].map((reading) => !reading.ok && reading.refusal.title)).toEqual([
      "The file holds members, not deliveries",
      "The file comes from a newer version of Environs",
    ]);
  });

  it("may be a bare list, or an answer of the server", () => {
    for (const text of [
      `[${JSON.stringify(weekly)}]`,
      `{"count": 1, "results": [${JSON.stringify(weekly)}]}`,
    ]) {
      expect(diff(text, { asNew: true }).items.map(({ kind, isBlocked }) => [kind, isBlocked])).toEqual([
        ["new", false],
      ]);
    }
  });
});

describe("a file of five thousand deliveries", () => {
  const all = Array.from({ length: 5_000 }, (_, place) => ({ ...weekly, id: place + 1 }));

  it("is read and compared with a rest after each of them", () => {
    const { rows, restsOf } = watchRows(all);
    const reading = restsOf(readPlan(fileOf(all)));
    expect(reading.rests).toBeGreaterThanOrEqual(4_999);
    if (!reading.result.ok) throw new Error(reading.result.refusal.title);
    const find = (id: number) => rows[id - 1];
    const ground = { active: rows, find, isComplete: true, asNew: false };
    const comparing = restsOf(diffPlan(reading.result.plan, ground));
    expect(comparing.result.unchanged).toBe(5_000);
    expect(comparing.mostRows).toBe(1);
  });

  it("so is what it leaves out", () => {
    const { rows, restsOf } = watchRows(all);
    const reading = read(fileOf(all.slice(-1)));
    if (!reading.ok) throw new Error(reading.refusal.title);
    const ground = { active: rows, find: (id: number) => rows[id - 1], isComplete: true, asNew: false };
    const { result, mostRows } = restsOf(diffPlan(reading.plan, ground));
    expect(result.items).toHaveLength(4_999);
    expect(mostRows).toBe(1);
  });
});
