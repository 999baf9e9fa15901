import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import { buildSubscription } from "@/testing/build-subscription";
import { type BulkOperation, planBulkChanges } from "./plan-bulk-changes";

const NOW = new Date("2026-11-21T12:00:00Z");

/** Plans an operation for a record. Returns the request body, or the plan's kind and reason. */
function planFor(fields: Partial<Subscription>, operation: BulkOperation): unknown {
  const [plannedChange] = planBulkChanges([buildSubscription(fields)], operation, NOW);
  if (plannedChange === undefined) return undefined;
  if (plannedChange.kind === "change") return plannedChange.body;
  return "why" in plannedChange ? `${plannedChange.kind}: ${plannedChange.why}` : plannedChange.kind;
}

const withTarget = (target_value: string, target_type = "email") => ({ target_value, target_type });
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
    },
  ]);
});

describe("delete and restore", () => {
  it("skip records that are already there", () => {
    expect(planFor({}, { kind: "delete" })).toEqual({ deleted: true });
    expect(planFor({ deleted: true }, { kind: "delete" })).toBe("nothing: Already in Trash.");
    expect(planFor({ deleted: true }, { kind: "restore" })).toEqual({ deleted: false });
    expect(planFor({}, { kind: "restore" })).toBe("nothing: Not in Trash.");
  });

  it("are both sent if the server doesn't return the state", () => {
    expect(planFor({ deleted: undefined }, { kind: "delete" })).toEqual({ deleted: true });
    expect(planFor({ deleted: undefined }, { kind: "restore" })).toEqual({ deleted: false });
  });
});

describe("pause and resume", () => {
  const pause: BulkOperation = { kind: "pause", resumeOn: null };

  it("skip records that are already deleted or restored", () => {
    expect(planFor({ enabled: true }, pause)).toEqual({ enabled: false });
    expect(planFor({ enabled: false }, pause)).toBe("nothing: Already paused.");
    expect(planFor({ enabled: false }, { kind: "resume" })).toEqual({ enabled: true });
    expect(planFor({ enabled: true }, { kind: "resume" })).toBe("nothing: Not paused.");
  });

  it("are impossible in Trash, and where the server can't do it", () => {
    expect(planFor({}, pause)).toBe("impossible: This server can't pause subscriptions.");
    expect(planFor({}, { kind: "resume" })).toBe("impossible: This server can't pause subscriptions.");
    expect(planFor({ enabled: true, deleted: true }, pause)).toContain(
      "impossible: The subscription is in Trash.",
    );
    const lost = { enabled: false, target_type: "slack", target_value: "#sales", integration_id: null };
    expect(planFor(lost, { kind: "resume" })).toContain("impossible: The Slack workspace is disconnected.");
  });
});

describe("an edit of a record in Trash", () => {
  it.each([
    addOperation("c@x.co"),
    removeOperation("ana@example.com"),
    replaceOperation("ana@example.com", "c@x.co"),
    endOperation(null),
  ])("is impossible: $kind", (operation) => {
    expect(planFor({ deleted: true }, operation)).toBe(
      "impossible: The subscription is in Trash. Restore it first.",
    );
  });
});

describe("adding a recipient", () => {
  it("appends it and keeps the others unchanged", () => {
    expect(planFor(withTarget("Ana@X.co, bo@x.co"), addOperation(" cy@x.co "))).toEqual({
      target_value: "Ana@X.co, bo@x.co,cy@x.co",
    });
    expect(planFor(withTarget(""), addOperation("cy@x.co"))).toEqual({ target_value: "cy@x.co" });
  });

  it("skips a recipient that is present in different letter case", () => {
    expect(planFor(withTarget("bo@x.co, ANA@x.co "), addOperation("ana@X.co"))).toBe(
      "nothing: ana@X.co is already a recipient, spelled “ANA@x.co”.",
    );
  });

  it("is possible for email only", () => {
    expect(planFor(withTarget("#sales", "slack"), addOperation("cy@x.co"))).toBe(
      "impossible: A Slack subscription can have only one recipient.",
    );
    expect(planFor(withTarget("https://x.co/a", "webhook"), addOperation("cy@x.co"))).toContain(
      "impossible: A Webhook subscription can have only one",
    );
    expect(planFor(withTarget("room", "pigeon"), addOperation("cy@x.co"))).toContain(
      "impossible: A pigeon subscription can have only one",
    );
  });

  it("rejects invalid addresses", () => {
    expect(planFor({}, addOperation("cy@x,bo@y"))).toBe(
      "impossible: “cy@x,bo@y” isn't a valid email address.",
    );
    expect(planFor({}, addOperation(""))).toBe("impossible: “” isn't a valid email address.");
  });
});

describe("removing a recipient", () => {
  it("removes every occurrence, ignoring letter case", () => {
    expect(planFor(withTarget("ANA@x.co , bo@x.co,ana@x.co"), removeOperation("ana@x.co"))).toEqual({
      target_value: " bo@x.co",
    });
  });

  it("keeps spaces and letter case of the others", () => {
    expect(planFor(withTarget(" Bo@X.co ,ana@x.co,  Cy@x.co"), removeOperation("ana@x.co"))).toEqual({
      target_value: " Bo@X.co ,  Cy@x.co",
    });
  });

  it("skips records without the recipient", () => {
    expect(planFor(withTarget("bo@x.co"), removeOperation("ana@x.co"))).toBe(
      "nothing: ana@x.co isn't a recipient.",
    );
    // “joana@x.co” contains “ana@x.co”, but is another address.
    expect(planFor(withTarget("joana@x.co"), removeOperation("ana@x.co"))).toBe(
      "nothing: ana@x.co isn't a recipient.",
    );
  });

  it("never removes the last recipient", () => {
    const reason =
      "impossible: ana@x.co is the only recipient. Replace the recipient or delete the subscription.";
    expect(planFor(withTarget("ana@x.co"), removeOperation("ana@x.co"))).toBe(reason);
    expect(planFor(withTarget("ana@x.co, ,ANA@x.co,"), removeOperation("ana@x.co"))).toBe(reason);
    expect(planFor(withTarget("#sales", "slack"), removeOperation("#Sales"))).toContain(
      "impossible: #Sales is the only",
    );
  });
});

describe("replacing a recipient", () => {
  it("keeps the position", () => {
    expect(planFor(withTarget("bo@x.co, Ana@x.co,cy@x.co"), replaceOperation("ana@x.co", "di@x.co"))).toEqual(
      {
        target_value: "bo@x.co,di@x.co,cy@x.co",
      },
    );
    expect(planFor(withTarget("ana@x.co,bo@x.co,ANA@x.co"), replaceOperation("ana@x.co", "di@x.co"))).toEqual(
      {
        target_value: "di@x.co,bo@x.co",
      },
    );
    expect(planFor(withTarget("ana@x.co"), replaceOperation("ana@x.co", "di@x.co"))).toEqual({
      target_value: "di@x.co",
    });
  });

  it("only removes the old one when the replacement is already present", () => {
    expect(planFor(withTarget(" Di@X.co,ana@x.co"), replaceOperation("ana@x.co", "di@x.co"))).toEqual({
      target_value: " Di@X.co",
    });
  });

  it("skips a missing recipient and an equal replacement", () => {
    expect(planFor(withTarget("bo@x.co"), replaceOperation("ana@x.co", "di@x.co"))).toBe(
      "nothing: ana@x.co isn't a recipient.",
    );
    expect(planFor(withTarget("ana@x.co"), replaceOperation("ana@x.co", " ANA@x.co"))).toBe(
      "nothing: The old and new recipients are the same.",
    );
  });

  it("replaces a Slack channel or URL with a valid one", () => {
    expect(planFor(withTarget("#sales", "slack"), replaceOperation("#sales", "#revenue"))).toEqual({
      target_value: "#revenue",
    });
    expect(
      planFor(withTarget("https://x.co/a", "webhook"), replaceOperation("https://x.co/a", "https://x.co/b")),
    ).toEqual({
      target_value: "https://x.co/b",
    });
    expect(
      planFor(withTarget("https://x.co/a", "webhook"), replaceOperation("https://x.co/a", "di@x.co")),
    ).toBe("impossible: “di@x.co” isn't an https:// URL.");
    expect(planFor(withTarget("ana@x.co"), replaceOperation("ana@x.co", "#sales"))).toContain(
      "isn't a valid email address",
    );
    expect(
      planFor(withTarget("https://x.co/A", "webhook"), replaceOperation("https://x.co/a", "https://x.co/b")),
    ).toContain("nothing");
  });
});

describe("setting the end", () => {
  const started = { start_date: "2026-11-02T08:00:00Z" };

  it("sets or removes the date", () => {
    expect(planFor(started, endOperation("2026-12-31T23:00:00Z"))).toEqual({
      until_date: "2026-12-31T23:00:00Z",
    });
    expect(planFor({ until_date: "2026-12-31T23:00:00Z" }, endOperation(null))).toEqual({ until_date: null });
  });

  it("skips records that already have the end date", () => {
    expect(planFor({ until_date: "2026-12-31T23:00:00.000Z" }, endOperation("2026-12-31T23:00:00Z"))).toBe(
      "nothing: Already ends on that date.",
    );
    expect(planFor({ until_date: null }, endOperation(null))).toBe("nothing: No end date set.");
  });

  it("rejects an end at or before the start", () => {
    expect(planFor(started, endOperation("2026-11-01T08:00:00Z"))).toMatch(
      /^impossible: The end must be after the start .*2026/,
    );
    expect(planFor(started, endOperation("2026-11-02T08:00:00Z"))).toMatch(
      /^impossible: The end must be after the start .*2026/,
    );
    expect(planFor(started, endOperation("soon"))).toBe("impossible: “soon” isn't a date.");
  });

  it("ends active records and skips ended ones", () => {
    const past = endOperation("2026-11-20T08:00:00Z");
    expect(planFor(started, past)).toEqual({ until_date: "2026-11-20T08:00:00Z" });
    const ended = { ...started, until_date: "2026-11-10T08:00:00Z", next_delivery_date: null };
    expect(planFor(ended, past)).toMatch(/^nothing: Already ended .*10/);
    // A later end makes an ended subscription active.
    expect(planFor(ended, endOperation("2026-12-31T08:00:00Z"))).toEqual({
      until_date: "2026-12-31T08:00:00Z",
    });
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
      new Date("2026-11-21T12:00:00Z"),
    )[0];

  it("can swap two recipients, and keeps the others unchanged", () => {
    expect(replace("a@x.co, C@x.co,b@x.co", ["a@x.co", "b@x.co"], ["b@x.co", "a@x.co"])).toMatchObject({
      body: { target_value: "b@x.co, C@x.co,a@x.co" },
    });
  });

  it("adds one address for two recipients with the same replacement", () => {
    expect(replace("a@x.co,b@x.co", ["a@x.co", "d@x.co"], ["b@x.co", "d@x.co"])).toMatchObject({
      body: { target_value: "d@x.co" },
    });
  });

  it("skips a subscription without any of them", () => {
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
