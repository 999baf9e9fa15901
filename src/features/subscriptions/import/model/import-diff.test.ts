import { buildSubscription } from "@test/support/builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { discoverCapabilities, toCapabilities } from "@/data/capabilities/capabilities";
import { DELIVERY_FIELDS } from "@/data/changes/planned-change";
import { importResultTitle } from "@/features/subscriptions/import/editor/import-result";
import { isItemSelected } from "@/features/subscriptions/import/editor/import-review";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { type BaseRecords, diffImportFile, type ImportDiff } from "./import-diff";
import { createImportFileChunks } from "./import-file-format";
import { foreignFileMessage, type ImportFileParseResult, parseImportFile } from "./parse-import-file";

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

function buildFile(
  records: readonly Subscription[],
  scope: "all" | "selection" = "all",
  names: ReferenceNames = NO_NAMES,
): string {
  return [...createImportFileChunks({ records, scope, origin: ORIGIN, now: EXPORTED_AT, names })]
    .map(({ text }) => text)
    .join("");
}

function parseFile(text: string): ImportFileParseResult {
  return parseImportFile(text);
}

interface DiffOptions extends Partial<Pick<BaseRecords, "isComplete" | "isCreateOnly" | "names">> {
  readonly server?: readonly Subscription[];
}

function diffText(
  text: string,
  { server = [weekly, daily, trashed], ...baseRecords }: DiffOptions = {},
): ImportDiff {
  const reading = parseFile(text);
  if (!reading.ok) throw new Error(reading.rejection.title);
  return runToCompletion(
    diffImportFile(reading.file, {
      active: server.filter(({ deleted }) => !deleted),
      find: (id) => server.find((record) => record.id === id),
      isComplete: true,
      isCreateOnly: false,
      capabilities: toCapabilities(discoverCapabilities(server)),
      names: NO_NAMES,
      ...baseRecords,
    }),
  );
}

/** Creates a file of the records and replaces a part of its text. */
function editText(from: string | RegExp, to: string, records = [weekly, daily]): string {
  const text = buildFile(records);
  const after = text.replace(from, to);
  expect(after).not.toBe(text);
  return after;
}

const changeBodies = ({ items }: ImportDiff) =>
  items.map(({ kind, plannedChange: write }) => [kind, write === null ? "blocked" : write.body]);
const issueMessages = ({ issues }: ImportDiff) =>
  issues.map(({ line, tone, message }) => `${line} ${tone}: ${message}`);

describe("the name of a source", () => {
  const names = new Map([
    ["dashboard 12", "Growth overview"],
    ["dashboard 13", "Churn"],
  ]);
  const file = buildFile([weekly], "all", names);
  const readNames = (text: string) => diffText(text, { server: [weekly], names });

  it("is written beside its ID, and changes nothing", () => {
    expect(file).toContain('"insight": null,\n      "source_name": "Growth overview",');
    expect(readNames(file)).toMatchObject({ items: [], issues: [], unchanged: 1 });
  });

  it("is determined by the ID when only the name is edited", () => {
    const { items, issues } = readNames(file.replace('"Growth overview"', '"Churn"'));
    expect(items).toEqual([]);
    expect(issues).toMatchObject([
      {
        tone: "warning",
        message: "“Churn” isn't the name of Growth overview (dashboard 12). The ID is used.",
      },
    ]);
  });

  it("is reported with the change when the new ID has another name", () => {
    const { items } = readNames(file.replace('"dashboard": 12', '"dashboard": 13'));
    expect(items).toMatchObject([
      {
        plannedChange: { kind: "change", body: { dashboard: 13 } },
        warnings: ["“Growth overview” isn't the name of Churn (dashboard 13). The ID is used."],
      },
    ]);
    expect(isItemSelected(items[0] ?? expect.fail(), new Map())).toBe(false);
  });

  it.each(['"GROWTH  overview"', "null"])("takes %s as no other name", (value) => {
    expect(readNames(file.replace('"Growth overview"', value)).issues).toEqual([]);
  });

  it("is not checked for a source without a known name, and is checked for a new subscription", () => {
    const moved = file.replace('"dashboard": 12', '"dashboard": 99');
    expect(readNames(moved).issues).toEqual([]);
    const created = moved
      .replace('"dashboard": 99', '"dashboard": 13')
      .replace(/"id": 7,|"_was": "[^"]*"/g, "");
    expect(readNames(created.replace(/,\s*\}/, "}")).issues).toMatchObject([
      { message: "“Growth overview” isn't the name of Churn (dashboard 13). The ID is used." },
    ]);
  });
});

describe("the fields of servers since 2026", () => {
  const newer = buildSubscription({
    enabled: true,
    dashboard_export_insights: [4, 5],
    integration_id: null,
  });
  const SELECTION = '"dashboard_export_insights": [4, 5]';
  const none = [SELECTION, '"dashboard_export_insights": []'] as const;
  const insight = [
    '"dashboard": 12,\n      "insight": null',
    '"dashboard": null,\n      "insight": 3',
  ] as const;
  const diffNewer = (text: string) => diffText(text, { server: [newer] });
  const edited = (...edits: readonly (readonly [string | RegExp, string])[]) => {
    const text = buildFile([newer]);
    return edits.reduce((current, [from, to]) => current.replace(from, to), text);
  };
  const asNew = (text: string) =>
    text.replace(/"id": 7,|"_was": "[^"]*"/g, "").replace(/,\s*\}(?=\s*\])/, "}");

  it("are in the file, and unchanged ones aren't sent", () => {
    expect(buildFile([newer])).toContain(`${SELECTION},\n      "integration_id": null,`);
    expect(diffNewer(buildFile([newer]))).toMatchObject({ items: [], issues: [], unchanged: 1 });
  });

  it("are compared with the values at the time of the export", () => {
    const other = { ...newer, dashboard_export_insights: [6] };
    expect(
      diffText(edited([SELECTION, '"dashboard_export_insights": [4]']), { server: [other] }),
    ).toMatchObject({ items: [{ warnings: ["Also changed on the server since the download."] }] });
    expect(diffText(buildFile([newer]), { server: [other] })).toMatchObject({
      items: [],
      changedElsewhere: 1,
    });
  });

  it("must select insights of another dashboard", () => {
    const moved = ['"dashboard": 12', '"dashboard": 13'] as const;
    // The old selection is sent, so that the server checks it.
    const [same] = diffNewer(edited(moved)).items;
    expect(same).toMatchObject({
      changes: [{ field: "dashboard" }],
      plannedChange: { body: { dashboard: 13, dashboard_export_insights: [4, 5] } },
      warnings: ["The insights were selected for the old dashboard. Check that the new dashboard has them."],
    });
    expect(isItemSelected(same ?? expect.fail(), new Map())).toBe(false);
    const selected = [SELECTION, '"dashboard_export_insights": [8]'] as const;
    expect(changeBodies(diffNewer(edited(moved, selected)))).toEqual([
      ["changed", { dashboard: 13, dashboard_export_insights: [8] }],
    ]);
    expect(diffNewer(edited(none)).issues).toMatchObject([
      { message: "In “dashboard_export_insights”, list the insights to send." },
    ]);
    expect(changeBodies(diffNewer(edited(insight)))).toEqual([["changed", { dashboard: null, insight: 3 }]]);
    expect(diffNewer(edited(insight, selected)).issues).toMatchObject([
      { message: "Only a dashboard has insights to select. Remove “dashboard_export_insights”." },
    ]);
  });

  it("must name the workspace of a Slack channel", () => {
    const slack = [
      /"target_type": "email",\s*"target_value": "[^"]*"/,
      '"target_type": "slack", "target_value": "#a"',
    ] as const;
    expect(diffNewer(edited(slack)).issues).toMatchObject([
      { message: "Set “integration_id” to the ID of the Slack workspace." },
    ]);
    expect(
      changeBodies(diffNewer(edited(slack, ['"integration_id": null', '"integration_id": 61']))),
    ).toEqual([["changed", { target_type: "slack", target_value: "#a", integration_id: 61 }]]);
  });

  it("are required for a new subscription, and left out when empty", () => {
    const newOnes = (text: string) => diffNewer(asNew(text)).items.filter(({ kind }) => kind === "new");
    const title = ['"Weekly', '"New'] as const;
    expect(newOnes(edited(title))).toMatchObject([
      { plannedChange: { body: { dashboard: 12, dashboard_export_insights: [4, 5] } } },
    ]);
    expect(newOnes(edited(title, none))).toMatchObject([{ isBlocked: true }]);
    const [created] = newOnes(edited(title, none, insight));
    expect(created?.plannedChange).toMatchObject({ kind: "create", body: { insight: 3 } });
    expect(created?.plannedChange).not.toHaveProperty("body.dashboard_export_insights");
  });

  it("aren't sent to older servers, whose files don't contain them", () => {
    expect(buildFile([weekly])).not.toMatch(/dashboard_export_insights|integration_id/);
    const text = editText('"interval": 1', `"interval": 1, ${SELECTION}`, [weekly]);
    const result = diffText(text, { server: [weekly] });
    expect(result.items).toEqual([]);
    expect(result.issues).toMatchObject([
      {
        tone: "warning",
        message: "“dashboard_export_insights” isn't a subscription field and is ignored.",
      },
    ]);
  });
});

describe("an unedited file", () => {
  it("has no changes, for any records", () => {
    const texts = fc.string({ unit: "grapheme", maxLength: 20 });
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
      { numRuns: 40 },
    );
  });

  it("counts a change that the file contains as no change by others", () => {
    const text = buildFile([weekly]).replace(JSON.stringify(weekly.title), '"Imported before"');
    const server = [{ ...weekly, title: "Imported before" }];
    expect(diffText(text, { server })).toMatchObject({ items: [], unchanged: 1, changedElsewhere: 0 });
    const both = [{ ...weekly, title: "Imported before", target_value: "new@x.co" }];
    expect(diffText(text, { server: both })).toMatchObject({ items: [], changedElsewhere: 1 });
  });

  it("ignores the notation of instants and the order of weekdays", () => {
    const server = [{ ...weekly, start_date: "2026-11-02T08:00:30.000Z", byweekday: ["friday", "monday"] }];
    const file = buildFile([
      { ...weekly, start_date: "2026-11-02T09:00:30+01:00", byweekday: ["monday", "friday"] },
    ]);
    expect(diffText(file, { server }).items).toEqual([]);
  });
});

describe("an edited file", () => {
  it("compares recipients exactly", () => {
    const diffResult = diffText(editText('" Bo@x.co,ana@x.co "', '" Bo@x.co,ana@x.co"'));
    expect(changeBodies(diffResult)).toEqual([["changed", { target_value: " Bo@x.co,ana@x.co" }]]);
  });

  it("sends only the edited fields, keeps changes by others, and warns if those are of the same field", () => {
    const edited = editText('"Weekly figures"', '"Mine"');
    const other = diffText(edited, { server: [{ ...weekly, target_value: "theirs@x.co" }, daily] });
    expect(changeBodies(other)).toEqual([["changed", { title: "Mine" }]]);
    expect(other.items[0]).toMatchObject({ warnings: [], isBlocked: false });
    const [same] = diffText(edited, { server: [{ ...weekly, title: "Theirs" }, daily] }).items;
    expect(same?.changes).toEqual([{ field: "title", before: "Theirs", after: "Mine" }]);
    expect(same?.warnings[0]).toContain("Also changed on the server");
  });

  it("deletes and restores by “deleted”, and finds what it deletes as the preview showed it", () => {
    const deleting = diffText(editText('"deleted": false', '"deleted": true'));
    expect(changeBodies(deleting)).toEqual([["deleted", { deleted: true }]]);
    expect(deleting.items[0]?.plannedChange).toMatchObject({ precondition: DELIVERY_FIELDS });
    const restored = editText('"deleted": true', '"deleted": false', [weekly, daily, trashed]);
    expect(changeBodies(diffText(restored))).toEqual([["restored", { deleted: false }]]);
  });

  it("creates entries without ID", () => {
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

  const UNDELIVERED = "error: The server accepts webhooks but doesn't send them. Choose another channel.";
  const withEntry = (entry: object) =>
    editText('"subscriptions": [', `"subscriptions": [${JSON.stringify({ ...weekly, id: null, ...entry })},`);
  const webhook = buildSubscription({ target_type: "webhook", target_value: "https://x.example/a" });

  it("rejects a channel that servers never deliver, unless the subscription already has it", () => {
    const created = diffText(withEntry({ target_type: "webhook", target_value: "https://x.example/a" }));
    expect(changeBodies(created)).toEqual([["new", "blocked"]]);
    expect(issueMessages(created)).toEqual([expect.stringContaining(UNDELIVERED)]);
    const changed = diffText(
      editText(
        /"target_type": "email",\s*"target_value": "[^"]*"/,
        '"target_type": "webhook", "target_value": "https://x.example/a"',
      ),
    );
    expect(issueMessages(changed)).toEqual([expect.stringContaining(UNDELIVERED)]);
    const kept = diffText(editText("x.example/a", "x.example/b", [webhook]), { server: [webhook] });
    expect(changeBodies(kept)).toEqual([["changed", { target_value: "https://x.example/b" }]]);
    expect(issueMessages(kept)).toEqual([]);
  });

  it.each([
    ["a limiting server", [buildSubscription({ enabled: true })], "weekly", /This server ignores “bysetpos”/],
    ["a server that limits it", [buildSubscription({ enabled: true })], "monthly", null],
    ["an unknown server", [], "yearly", /Newer servers ignore “bysetpos”/],
  ] as const)("warns of a position that is ignored by %s", (_name, server, frequency, warning) => {
    const text = JSON.stringify({
      subscriptions: [{ ...weekly, id: null, frequency, bysetpos: 1, title: "New" }],
    });
    const { issues } = diffText(text, { server: [...server], isCreateOnly: true });
    expect(issues.map(({ message }) => message).filter((message) => message.includes("bysetpos"))).toEqual(
      warning === null ? [] : [expect.stringMatching(warning)],
    );
  });

  it("warns when a new subscription already exists", () => {
    const twin = JSON.stringify({ ...weekly, id: null });
    const diffResult = diffText(editText('"subscriptions": [', `"subscriptions": [${twin},`));
    expect(diffResult.items.map(({ kind, warnings: cautions }) => [kind, cautions])).toEqual([
      ["new", ["Identical to subscription 7. This entry may already have been imported."]],
    ]);
    const other = JSON.stringify({ ...weekly, id: null, interval: 2 });
    expect(
      diffText(editText('"subscriptions": [', `"subscriptions": [${other},`)).items[0]?.warnings,
    ).toEqual([]);
  });
});

describe("subscriptions missing from the file", () => {
  const server = [weekly, daily, trashed];
  it("are offered for deletion, not selected", () => {
    const diffResult = diffText(buildFile([daily]), {
      server: [buildSubscription({ id: 3 }), daily, trashed],
    });
    expect(changeBodies(diffResult)).toEqual([["missing", { deleted: true }]]);
    expect(diffResult.items[0]?.plannedChange).toMatchObject({ precondition: DELIVERY_FIELDS });
    expect(diffResult.items.map((item) => isItemSelected(item, new Map()))).toEqual([false]);
  });
  it("are not offered for a selection or an incomplete list", () => {
    expect(diffText(buildFile([daily], "selection"), { server }).items).toEqual([]);
    expect(diffText(buildFile([daily]), { server, isComplete: false }).items).toEqual([]);
  });
  it("are not offered when created after the export", () => {
    const later = buildSubscription({ id: 2, created_at: "2026-11-21T10:00:01Z" });
    const higher = buildSubscription({ id: 20, created_at: null });
    const diffResult = diffText(buildFile([weekly, daily]), { server: [...server, later, higher] });
    expect([diffResult.items, diffResult.createdLater]).toEqual([[], 2]);
  });
});

describe("issues", () => {
  it.each([
    ['"interval": 1', '"interval": "two"', '“interval” must be a whole number of 1 or higher, not "two".'],
    ['"2026-11-02T08:00:30Z"', '"2026-11-02 08:00"', 'like 2026-11-23T09:00:00Z, not "2026-11-02 08:00".'],
    ['"until_date": null', '"until_date": "2026-01-01T08:00:00Z"', "The end must be after the start."],
    ['"insight": null', '"insight": 5', "Set a dashboard or an insight, not both."],
    ['"dashboard": 12', '"dashboard": null', "Set a dashboard or an insight."],
    ['"Weekly figures"', `"${"x".repeat(101)}"`, "Shorten the title to 100 characters. It has 101."],
    ["bo@example.com", "bo", "“bo” isn't a valid email address."],
    ['"bysetpos": null', '"bysetpos": 0', "“bysetpos” can't be 0"],
    ['"deleted": false', '"deleted": "no"', '“deleted” must be true or false, not "no".'],
    ['"frequency": "weekly"', '"frequency": 7', "“frequency” must be text, not 7."],
  ])("%s → %s blocks the subscription", (from, to, message) => {
    const file = editText(from, to);
    const diffResult = diffText(file);
    expect(issueMessages(diffResult)).toEqual([expect.stringContaining(message)]);
    expect(diffResult.items.map(({ isBlocked }) => isBlocked)).toEqual([true]);
  });

  it("ignore invalid values from the server that weren't edited", () => {
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

  it("warn of unknown values, which can still be sent", () => {
    const diffResult = diffText(editText('"frequency": "weekly"', '"frequency": "hourly"'));
    expect(issueMessages(diffResult)[0]).toContain("warning: “hourly” is unknown");
    expect(changeBodies(diffResult)).toEqual([["changed", { frequency: "hourly" }]]);
    expect(diffResult.items[0]?.warnings).toHaveLength(1);
  });

  it("suggest the closest key and import the rest", () => {
    const diffResult = diffText(
      editText('"title": "Weekly figures"', '"titel": "Mine", "invite_message": "Hello"'),
    );
    expect(issueMessages(diffResult)[0]).toContain(
      "“titel” isn't a subscription field and is ignored. Did you mean “title”?",
    );
    expect(changeBodies(diffResult)).toEqual([["changed", { invite_message: "Hello" }]]);
    expect(issueMessages(diffText(editText(/"interval": 1/, '"interval": 2, "count": 3')))).toEqual([
      expect.stringContaining("“count” is listed twice"),
    ]);
  });

  it("warn of edited read-only fields only", () => {
    const changed = diffText(editText('"interval": 1', '"interval": 2, "summary": "mine"'));
    expect(issueMessages(changed)[0]).toContain("“summary” is set by the server and can't be changed.");
    expect(changeBodies(changed)).toEqual([["changed", { interval: 2 }]]);
    expect(
      issueMessages(diffText(editText('"interval": 1', '"interval": 1, "summary": "sent every week"'))),
    ).toEqual([]);
  });

  it("block a subscription that is listed twice", () => {
    const diffResult = diffText(editText('"id": 8', '"id": 7').replace('"Weekly figures"', '"Mine"'));
    expect(issueMessages(diffResult)).toEqual([
      expect.stringContaining("Subscription 7 is listed twice (first on line "),
    ]);
    expect(diffResult.items.map(({ key, isBlocked }) => [key, isBlocked])).toEqual([
      ["7", true],
      ["8", false],
    ]);
  });

  it("report an unknown ID only when all records are loaded", () => {
    const file = editText('"id": 8', '"id": 800', [weekly, daily, trashed]);
    expect(issueMessages(diffText(file))[0]).toContain("Subscription 800 doesn't exist in this project.");
    const diffResult = diffText(file, { isComplete: false });
    expect([issueMessages(diffResult), diffResult.notLoaded]).toEqual([[], 1]);
  });

  it("name the missing fields of a new subscription", () => {
    const diffResult = diffText(
      editText('"subscriptions": [', '"subscriptions": [{"title": "Mine", "dashboard": 1}, 5,'),
    );
    expect(issueMessages(diffResult).map((message) => message.replace(/^\d+ /, ""))).toEqual([
      ...["target_type", "target_value", "frequency", "start_date"].map(
        (field) => `error: “${field}” is required for a new subscription.`,
      ),
      "error: Each entry must be an object: {…}.",
    ]);
  });
});

describe("a file from elsewhere", () => {
  it("is detected by server and project", () => {
    const reading = parseFile(buildFile([weekly]));
    const header = reading.ok ? reading.file.header : null;
    expect(foreignFileMessage(header, ORIGIN)).toBeNull();
    expect(foreignFileMessage(header, { ...ORIGIN, project: "4" })).toContain("You are in project 4");
    expect(foreignFileMessage(header, { ...ORIGIN, server: "Demo data" })).toContain(
      "from https://eu.example.com",
    );
    expect(foreignFileMessage(null, ORIGIN)).toContain("doesn't say");
  });

  it("is imported as new subscriptions without IDs", () => {
    const diffResult = diffText(buildFile([weekly, trashed]), { isCreateOnly: true });
    const isNew = { kind: "new", isBlocked: false };
    expect(diffResult.items).toMatchObject([isNew, isNew]);
    expect(JSON.stringify(changeBodies(diffResult))).not.toMatch(/"id"|deleted|_was/);
  });

  it.each([
    ["", "The file is empty"],
    ["<!doctype html><title>x</title>", "This is a web page, not JSON"],
    ["id,title\n1,Weekly\n", "This is a table (CSV), not JSON"],
    ["7", "No list of subscriptions found"],
    ['{"a": 1}', "The list “subscriptions” is missing"],
    ['{"subscriptions": {}}', "“subscriptions” isn't a list"],
    ['{"subscriptions": [], "subscriptions": []}', "Two lists of subscriptions"],
    ['{"environs": {"kind": 1}, "subscriptions": []}', "Invalid “environs” header"],
    ['{"subscriptions": [}', "Invalid JSON"],
  ])("rejects %j", (text, title) => {
    const reading = parseFile(text);
    expect(reading.ok ? "read" : reading.rejection.title).toBe(title);
  });

  it("is rejected when it has a different kind or a newer version", () => {
    const ofKind = parseFile(editText('"kind": "subscriptions"', '"kind": "members"'));
    const ofVersion = parseFile(editText('"version": 1', '"version": 2'));
    expect([ofKind, ofVersion].map((reading) => !reading.ok && reading.rejection.title)).toEqual([
      "The file has members, not subscriptions",
      "The file is from a newer version of Environs",
    ]);
  });

  it("can be an array or a server response", () => {
    const record = JSON.stringify(weekly);
    for (const text of [`[${record}]`, `{"count": 1, "results": [${record}]}`])
      expect(diffText(text, { isCreateOnly: true }).items).toMatchObject([{ kind: "new", isBlocked: false }]);
  });
});

it.each([
  [{ applied: 20, undone: 0, total: 20 }, "20 changes imported"],
  [{ applied: 18, undone: 0, total: 20 }, "18 of 20 changes imported"],
  [{ applied: 17, undone: 1, total: 20 }, "17 of 20 changes imported, 1 undone"],
  [{ applied: 0, undone: 20, total: 20 }, "Import undone"],
])("the result of an import %j is “%s”", (counts, title) => {
  expect(importResultTitle(counts)).toBe(title);
});
