import { buildSubscription } from "@test/support/builders";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import type { BulkOperation } from "./plan-bulk-changes";
import { getAffectedRecipients, listSpellings, planBulkChanges } from "./plan-bulk-changes";

const NOW = new Date("2026-11-21T12:00:00Z");

/** Plans an operation for a record. Returns the request body, or the plan's kind and reason. */
function planFor(fields: Partial<Subscription>, operation: BulkOperation): unknown {
  const [plannedChange] = planBulkChanges([buildSubscription(fields)], operation, NOW);
  if (plannedChange === undefined) return undefined;
  if (plannedChange.kind === "change") return plannedChange.body;
  return "why" in plannedChange ? `${plannedChange.kind}: ${plannedChange.why}` : plannedChange.kind;
}

const withTarget = (target_value: string, target_type = "email") => ({ target_value, target_type });
const hook = (path: string) => `https://x.co/${path}`;
const addOperation = (recipient: string): BulkOperation => ({ kind: "add-recipient", recipient });
const removeOperation = (recipient: string): BulkOperation => ({ kind: "remove-recipient", recipient });
const replaceOperation = (recipient: string, replacement: string): BulkOperation => ({
  kind: "replace-recipient",
  recipient,
  replacement,
});
const endOperation = (until: string | null): BulkOperation => ({ kind: "set-end", until });

it("plans each record in order", () => {
  const records = [buildSubscription({ id: 3 }), buildSubscription({ id: 1, title: null, deleted: true })];
  const changes = planBulkChanges(records, { kind: "delete" }, NOW);
  expect(changes).toEqual([
    {
      key: "3",
      name: "Weekly figures",
      resource: "subscription",
      kind: "change",
      before: records[0],
      body: { deleted: true },
    },
    {
      key: "1",
      name: "Dashboard 12 to ana@example.com and 1 more",
      kind: "nothing",
      why: "Already in Trash.",
      before: records[1],
    },
  ]);
});

type Case = readonly [name: string, record: Partial<Subscription>, operation: BulkOperation, result: unknown];
const DELETE: BulkOperation = { kind: "delete" };
const RESTORE: BulkOperation = { kind: "restore" };
const PAUSE: BulkOperation = { kind: "pause", resumeOn: null };
const RESUME: BulkOperation = { kind: "resume" };
const LOST_SLACK = { enabled: false, target_type: "slack", target_value: "#sales", integration_id: null };
const CANNOT_PAUSE = "impossible: This server can't pause subscriptions.";
const IN_TRASH = "impossible: The subscription is in Trash. Restore it first.";
const NO_RECIPIENT = "nothing: ana@x.co isn't a recipient.";
const ONLY_RECIPIENT =
  "impossible: ana@x.co is the only recipient. Replace the recipient or delete the subscription.";
const target = (target_value: string) => ({ target_value });

const STATE_CASES: readonly Case[] = [
  ["deletes", {}, DELETE, { deleted: true }],
  ["skips what is in Trash", { deleted: true }, DELETE, "nothing: Already in Trash."],
  ["restores", { deleted: true }, RESTORE, { deleted: false }],
  ["skips what isn't in Trash", {}, RESTORE, "nothing: Not in Trash."],
  ["deletes where the state is unknown", { deleted: undefined }, DELETE, { deleted: true }],
  ["restores where the state is unknown", { deleted: undefined }, RESTORE, { deleted: false }],
  ["pauses", { enabled: true }, PAUSE, { enabled: false }],
  ["skips what is paused", { enabled: false }, PAUSE, "nothing: Already paused."],
  [
    "doesn't pause what has ended",
    { enabled: true, next_delivery_date: null },
    PAUSE,
    "nothing: Already ended. Nothing is sent.",
  ],
  [
    "can't resume what has ended",
    { enabled: false, next_delivery_date: null },
    RESUME,
    /^impossible: The schedule has ended\. Set a later end/,
  ],
  ["resumes", { enabled: false }, RESUME, { enabled: true }],
  ["skips what isn't paused", { enabled: true }, RESUME, "nothing: Not paused."],
  ["can't pause on older servers", {}, PAUSE, CANNOT_PAUSE],
  ["can't pause in Trash", { enabled: true, deleted: true }, PAUSE, /^impossible: .* is in Trash\./],
  ["can't resume without a workspace", LOST_SLACK, RESUME, /^impossible: The Slack workspace is disc/],
  ["adds nobody in Trash", { deleted: true }, addOperation("c@x.co"), IN_TRASH],
];

const ADD = addOperation("cy@x.co");
const ADD_CASES: readonly Case[] = [
  [
    "appends and keeps the others unchanged",
    withTarget("Ana@X.co, bo@x.co"),
    addOperation(" cy@x.co "),
    target("Ana@X.co, bo@x.co,cy@x.co"),
  ],
  [
    "skips a recipient that is present in different letter case",
    withTarget("bo@x.co, ANA@x.co "),
    addOperation("ana@X.co"),
    "nothing: ana@X.co is already a recipient, spelled “ANA@x.co”.",
  ],
  [
    "is impossible for Slack",
    withTarget("#sales", "slack"),
    ADD,
    "impossible: A Slack subscription can have only one recipient.",
  ],
  ["refuses a webhook", withTarget(hook("a"), "webhook"), ADD, /^impossible: A Webhook subscription/],
  ["rejects invalid", {}, addOperation("cy@x,bo@y"), "impossible: “cy@x,bo@y” isn't a valid email address."],
];

const REMOVE = removeOperation("ana@x.co");
const REMOVE_CASES: readonly Case[] = [
  [
    "removes every occurrence and keeps the others unchanged",
    withTarget("ANA@x.co , Bo@X.co ,ana@x.co,  Cy@x.co"),
    REMOVE,
    target(" Bo@X.co ,  Cy@x.co"),
  ],
  ["skips an address that contains it", withTarget("joana@x.co"), REMOVE, NO_RECIPIENT],
  ["never removes the last recipient", withTarget("ana@x.co, ,ANA@x.co,"), REMOVE, ONLY_RECIPIENT],
];

const REPLACE = replaceOperation("ana@x.co", "di@x.co");
const REPLACE_CASES: readonly Case[] = [
  ["keeps the position", withTarget("bo@x.co, Ana@x.co,cy@x.co"), REPLACE, target("bo@x.co,di@x.co,cy@x.co")],
  ["replaces repeated once", withTarget("ana@x.co,bo@x.co,ANA@x.co"), REPLACE, target("di@x.co,bo@x.co")],
  ["only removes where the other is present", withTarget(" Di@X.co,ana@x.co"), REPLACE, target(" Di@X.co")],
  ["skips others", withTarget("bo@x.co"), REPLACE, NO_RECIPIENT],
  [
    "skips an equal replacement",
    withTarget("ana@x.co"),
    replaceOperation("ana@x.co", " ANA@x.co"),
    "nothing: The old and new recipients are the same.",
  ],
  ["a URL", withTarget(hook("a"), "webhook"), replaceOperation(hook("a"), hook("b")), target(hook("b"))],
  ["keeps other URLs", withTarget(hook("A"), "webhook"), replaceOperation(hook("a"), hook("b")), /^nothing/],
  [
    "replaces a URL by URLs only",
    withTarget(hook("a"), "webhook"),
    replaceOperation(hook("a"), "di@x.co"),
    "impossible: “di@x.co” isn't an https:// URL.",
  ],
];

const started = { start_date: "2026-11-02T08:00:00Z" };
const YEAR_END = "2026-12-31T23:00:00Z";
const ENDED = { ...started, until_date: "2026-11-10T08:00:00Z", next_delivery_date: null };
const BEFORE_START = /^impossible: The end must be after the start .*2026/;
const END_CASES: readonly Case[] = [
  ["sets the date", started, endOperation(YEAR_END), { until_date: YEAR_END }],
  ["removes the date", { until_date: YEAR_END }, endOperation(null), { until_date: null }],
  [
    "skips the same date in another notation",
    { until_date: "2026-12-31T23:00:00.000Z" },
    endOperation(YEAR_END),
    "nothing: Already ends on that date.",
  ],
  ["skips no date", { until_date: null }, endOperation(null), "nothing: No end date set."],
  ["rejects an end before the start", started, endOperation("2026-11-01T08:00:00Z"), BEFORE_START],
  ["rejects words", started, endOperation("soon"), "impossible: “soon” isn't a date."],
  ["skips ended ones", ENDED, endOperation("2026-11-20T08:00:00Z"), /^nothing: Already ended .*10/],
  ["continues ended ones with a later end", ENDED, endOperation(YEAR_END), { until_date: YEAR_END }],
];

describe.each([
  ["a change of state", STATE_CASES],
  ["adding a recipient", ADD_CASES],
  ["removing a recipient", REMOVE_CASES],
  ["replacing a recipient", REPLACE_CASES],
  ["setting the end", END_CASES],
])("%s", (_group, cases) => {
  it.each(cases)("%s", (_name, fields, operation, result) => {
    expect(planFor(fields, operation)).toEqual(
      result instanceof RegExp ? expect.stringMatching(result) : result,
    );
  });
});

const buildAddress = fc
  .tuple(fc.constantFrom("ana", "bo", "cy", "di"), fc.constantFrom("x.co", "Y.co"))
  .map(([name, domain]) => `${name}@${domain}`);
const spelling = fc
  .tuple(buildAddress, fc.constantFrom("", " ", "  "), fc.boolean())
  .map(([text, blank, isUpperCase]) => blank + (isUpperCase ? text.toUpperCase() : text));
const recipientList = fc.array(spelling, { minLength: 1, maxLength: 6 });

it("recognizes both forms of an internationalized domain", () => {
  const record = withTarget("Ana@Bücher.de,bo@x.co");
  const ascii = "ana@xn--bcher-kva.de";
  expect(planFor(record, addOperation(ascii))).toMatch("nothing: ");
  expect(planFor(record, removeOperation(ascii))).toEqual({ target_value: "bo@x.co" });
  expect(planFor(record, replaceOperation(ascii, "cy@x.co"))).toEqual({ target_value: "cy@x.co,bo@x.co" });
  expect(planFor(record, removeOperation("bo@x.co"))).toEqual({ target_value: "Ana@Bücher.de" });
});

it("keeps every other recipient unchanged and in order", () => {
  fc.assert(
    fc.property(recipientList, buildAddress, buildAddress, (parts, old, replacement) => {
      const others = (value: string) =>
        splitRecipients(value).filter(
          (part) => ![old, replacement].map(normalizeAddress).includes(normalizeAddress(part)),
        );
      const before = parts.join(",");
      for (const operation of [
        addOperation(replacement),
        removeOperation(old),
        replaceOperation(old, replacement),
      ]) {
        const [plannedChange] = planBulkChanges([buildSubscription(withTarget(before))], operation, NOW);
        const after = plannedChange?.kind === "change" ? (plannedChange.body.target_value ?? before) : before;
        expect(others(after)).toEqual(others(before));
        expect(splitRecipients(after).length).toBeGreaterThan(0);
        const [again] = planBulkChanges([buildSubscription(withTarget(after))], operation, NOW);
        expect(again?.kind).not.toBe("change");
      }
    }),
  );
});

describe("a list of pairs", () => {
  const replace = (target_value: string, ...pairs: readonly (readonly [string, string])[]) =>
    planBulkChanges(
      [buildSubscription({ target_value })],
      {
        kind: "replace-recipients",
        pairs: pairs.map(([recipient, replacement]) => ({ recipient, replacement })),
      },
      NOW,
    )[0];

  it("can swap two recipients or join them, keeps the others unchanged, and skips a subscription without any of them", () => {
    expect(replace("a@x.co, C@x.co,b@x.co", ["a@x.co", "b@x.co"], ["b@x.co", "a@x.co"])).toMatchObject({
      body: { target_value: "b@x.co, C@x.co,a@x.co" },
    });
    expect(replace("a@x.co,b@x.co", ["a@x.co", "d@x.co"], ["b@x.co", "d@x.co"])).toMatchObject({
      body: { target_value: "d@x.co" },
    });
    expect(replace("c@x.co", ["a@x.co", "d@x.co"], ["b@x.co", "e@x.co"])).toMatchObject({
      kind: "nothing",
      why: "The subscription has none of the listed recipients.",
    });
  });

  it("refuses an invalid replacement of a recipient that is present", () => {
    expect(replace("a@x.co", ["a@x.co", "nobody"], ["b@x.co", "e@x.co"])).toMatchObject({
      kind: "impossible",
    });
    expect(replace("a@x.co", ["b@x.co", "nobody"], ["a@x.co", "e@x.co"])).toMatchObject({ kind: "change" });
  });
});

it("lists every spelling that differs from the chosen one, if any, and never names a webhook in full", () => {
  const secret = "https://hooks.x.co/T024/kZ81qP";
  const records = [
    ...["ana@x.co,ben@x.co", " Ana@X.co ,ana@x.co", "cleo@x.co"].map((value) => withTarget(value)),
    withTarget(secret, "webhook"),
  ].map((fields) => buildSubscription(fields));
  expect(listSpellings(records, ["ana@x.co", secret])).toEqual(["ana@x.co", "Ana@X.co"]);
  expect(listSpellings(records, ["BEN@x.co", "cleo@x.co"])).toEqual(["ben@x.co"]);
  expect(listSpellings(records, ["cleo@x.co"])).toEqual([]);
});

it("returns the recipients of an operation", () => {
  const pairs = [{ recipient: "a@x.co", replacement: "b@x.co" }];
  expect(getAffectedRecipients(removeOperation("ana@x.co"))).toEqual(["ana@x.co"]);
  expect(getAffectedRecipients({ kind: "replace-recipients", pairs })).toEqual(["a@x.co"]);
  expect(getAffectedRecipients(addOperation("ana@x.co"))).toEqual([]);
});
