import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import { buildSubscription } from "@/testing/build-subscription";
import { type BulkOperation, planBulkChanges } from "./plan-bulk-changes";

const NOW = new Date("2026-11-21T12:00:00Z");

/** What the operation makes of one record: the body it sends, or kind and reason. */
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

it("plans each record in its order, by its id and its name", () => {
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
      why: "It is in the bin already.",
    },
  ]);
});

describe("delete and restore", () => {
  it("move what is not there yet", () => {
    expect(planFor({}, { kind: "delete" })).toEqual({ deleted: true });
    expect(planFor({ deleted: true }, { kind: "delete" })).toBe("nothing: It is in the bin already.");
    expect(planFor({ deleted: true }, { kind: "restore" })).toEqual({ deleted: false });
    expect(planFor({}, { kind: "restore" })).toBe("nothing: It is not in the bin.");
  });
});

describe("an edit of what is in the bin", () => {
  it.each([
    addOperation("c@x.co"),
    removeOperation("ana@example.com"),
    replaceOperation("ana@example.com", "c@x.co"),
    endOperation(null),
  ])("is not possible: $kind", (operation) => {
    expect(planFor({ deleted: true }, operation)).toBe("impossible: It is in the bin: restore it first.");
  });
});

describe("adding a recipient", () => {
  it("puts it behind the others, which stay byte for byte", () => {
    expect(planFor(withTarget("Ana@X.co, bo@x.co"), addOperation(" cy@x.co "))).toEqual({
      target_value: "Ana@X.co, bo@x.co,cy@x.co",
    });
    expect(planFor(withTarget(""), addOperation("cy@x.co"))).toEqual({ target_value: "cy@x.co" });
  });

  it("has nothing to do where it is there in other letters", () => {
    expect(planFor(withTarget("bo@x.co, ANA@x.co "), addOperation("ana@X.co"))).toBe(
      "nothing: ana@X.co receives it already.",
    );
  });

  it("is possible for e-mail only", () => {
    expect(planFor(withTarget("#sales", "slack"), addOperation("cy@x.co"))).toBe(
      "impossible: Slack delivers to one place; only e-mail has a list of recipients.",
    );
    expect(planFor(withTarget("https://x.co/a", "webhook"), addOperation("cy@x.co"))).toContain(
      "impossible: Webhook delivers",
    );
    expect(planFor(withTarget("room", "pigeon"), addOperation("cy@x.co"))).toContain(
      "impossible: pigeon delivers",
    );
  });

  it("refuses what the form refuses", () => {
    expect(planFor({}, addOperation("cy@x,bo@y"))).toBe(
      "impossible: “cy@x,bo@y” isn't a valid email address.",
    );
    expect(planFor({}, addOperation(""))).toBe("impossible: “” isn't a valid email address.");
  });
});

describe("removing a recipient", () => {
  it("takes it out however it is written, as often as it is there", () => {
    expect(planFor(withTarget("ANA@x.co , bo@x.co,ana@x.co"), removeOperation("ana@x.co"))).toEqual({
      target_value: " bo@x.co",
    });
  });

  it("keeps the blanks and letters of the others", () => {
    expect(planFor(withTarget(" Bo@X.co ,ana@x.co,  Cy@x.co"), removeOperation("ana@x.co"))).toEqual({
      target_value: " Bo@X.co ,  Cy@x.co",
    });
  });

  it("has nothing to do where it is not", () => {
    expect(planFor(withTarget("bo@x.co"), removeOperation("ana@x.co"))).toBe(
      "nothing: It does not go to ana@x.co.",
    );
    // Part of another address.
    expect(planFor(withTarget("joana@x.co"), removeOperation("ana@x.co"))).toBe(
      "nothing: It does not go to ana@x.co.",
    );
  });

  it("never leaves a delivery without anybody", () => {
    const reason =
      "impossible: ana@x.co is the only recipient, and a delivery needs one. Replace the recipient, or delete the delivery.";
    expect(planFor(withTarget("ana@x.co"), removeOperation("ana@x.co"))).toBe(reason);
    expect(planFor(withTarget("ana@x.co, ,ANA@x.co,"), removeOperation("ana@x.co"))).toBe(reason);
    expect(planFor(withTarget("#sales", "slack"), removeOperation("#Sales"))).toContain(
      "impossible: #Sales is the only",
    );
  });
});

describe("replacing a recipient", () => {
  it("puts the new one in its place", () => {
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

  it("only removes where the new one is there already", () => {
    expect(planFor(withTarget(" Di@X.co,ana@x.co"), replaceOperation("ana@x.co", "di@x.co"))).toEqual({
      target_value: " Di@X.co",
    });
  });

  it("has nothing to do where the old one is not, or both are the same", () => {
    expect(planFor(withTarget("bo@x.co"), replaceOperation("ana@x.co", "di@x.co"))).toBe(
      "nothing: It does not go to ana@x.co.",
    );
    expect(planFor(withTarget("ana@x.co"), replaceOperation("ana@x.co", " ANA@x.co"))).toBe(
      "nothing: Both are the same address.",
    );
  });

  it("works for a channel or a web address, where the new one is valid", () => {
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
    // Two addresses: servers tell the letters of a path apart.
    expect(
      planFor(withTarget("https://x.co/A", "webhook"), replaceOperation("https://x.co/a", "https://x.co/b")),
    ).toContain("nothing");
  });
});

describe("setting the end", () => {
  const started = { start_date: "2026-11-02T08:00:00Z" };

  it("changes the date, or takes it away", () => {
    expect(planFor(started, endOperation("2026-12-31T23:00:00Z"))).toEqual({
      until_date: "2026-12-31T23:00:00Z",
    });
    expect(planFor({ until_date: "2026-12-31T23:00:00Z" }, endOperation(null))).toEqual({ until_date: null });
  });

  it("has nothing to do where it is so", () => {
    expect(planFor({ until_date: "2026-12-31T23:00:00.000Z" }, endOperation("2026-12-31T23:00:00Z"))).toBe(
      "nothing: It ends then already.",
    );
    expect(planFor({ until_date: null }, endOperation(null))).toBe("nothing: It has no end date.");
  });

  it("refuses an end before the start, and one at it", () => {
    expect(planFor(started, endOperation("2026-11-01T08:00:00Z"))).toMatch(
      /^impossible: The end lies before its start .*2026/,
    );
    expect(planFor(started, endOperation("2026-11-02T08:00:00Z"))).toMatch(
      /^impossible: The end lies at its start .*2026/,
    );
    expect(planFor(started, endOperation("soon"))).toBe("impossible: “soon” is no date.");
  });

  it("ends what runs today, and leaves what has ended", () => {
    const past = endOperation("2026-11-20T08:00:00Z");
    expect(planFor(started, past)).toEqual({ until_date: "2026-11-20T08:00:00Z" });
    const ended = { ...started, until_date: "2026-11-10T08:00:00Z", next_delivery_date: null };
    expect(planFor(ended, past)).toMatch(/^nothing: It has ended already .*10/);
    // A later end brings it back to life.
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

it("keeps every other recipient byte for byte and in its order, whatever the list", () => {
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
        // The same once more has nothing left to do.
        const [again] = planBulkChanges([buildSubscription(withTarget(after))], operation, NOW);
        expect(again?.kind).not.toBe("change");
      }
    }),
  );
});
