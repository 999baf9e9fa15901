import { buildSubscription } from "@test/support/builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SubscriptionChange } from "@/api/subscriptions";
import { diffRecipients } from "@/lib/recipients/recipients";
import { isSameValue } from "./compare-fields";
import { formatConflictSide, mergeEdit, resolveConflicts } from "./merge-edit";

const BASE = buildSubscription();
const merge = (theirs: object, body: object) => mergeEdit(BASE, { ...BASE, ...theirs }, body);

describe("an edit and changes that someone else has saved since it started", () => {
  it("is sent as it is where nobody has changed its fields, without values that were already saved", () => {
    const body = { title: "Mine", target_value: " odd ,ana@example.com", invite_message: "Hi" };
    const { conflicts, body: merged } = merge({ frequency: "daily", summary: "sent daily" }, body);
    expect({ conflicts, merged }).toEqual({ conflicts: [], merged: body });
    expect(
      merge(
        { title: "Same", start_date: "2026-12-01T08:00:00.000+00:00", byweekday: ["friday", "monday"] },
        { title: "Same", start_date: "2026-12-01T08:00:00Z", byweekday: ["monday", "friday"] },
      ),
    ).toEqual({ body: {}, conflicts: [], hasMergedRecipients: false });
  });

  it("merges email recipients without a question", () => {
    expect(
      merge(
        { target_value: "ana@example.com, bo@example.com,cy@example.com" },
        { target_value: "ana@example.com,di@example.com" },
      ),
    ).toEqual({
      body: { target_value: "ana@example.com,cy@example.com,di@example.com" },
      conflicts: [],
      hasMergedRecipients: true,
    });
  });

  it("loses no change of any fields: what both have changed is merged or asked about", () => {
    const names = fc.subarray(["ana@x.co", "bo@x.co", "cy@x.co", "di@x.co"], { minLength: 1 });
    const edits = fc.record(
      {
        title: fc.constantFrom("A", "B"),
        dashboard: fc.constantFrom(1, 2),
        frequency: fc.constantFrom("daily", "monthly"),
        interval: fc.constantFrom(2, 3),
        start_date: fc.constantFrom("2026-12-01T08:00:00Z", "2026-12-02T08:00:00Z"),
        target_value: names.map((each) => each.join(",")),
      },
      { requiredKeys: [] },
    );
    const base = { ...BASE, target_value: "ana@x.co,bo@x.co" };
    const property = fc.property(edits, edits, (theirs, mine) => {
      const current = { ...base, ...theirs };
      const { body, conflicts } = mergeEdit(base, current, mine);
      const asked = new Set(conflicts.flatMap((conflict) => Object.keys(conflict.mine)));
      for (const field of Object.keys({ ...theirs, ...mine })) {
        const valueOf = (record: object) => Reflect.get(record, field);
        const hasChanged = (record: object) =>
          field in record && !isSameValue(field, valueOf(base), valueOf(record));
        const isKept = !asked.has(field);
        expect(isKept || !(field in body)).toBe(true);
        if (field !== "target_value") {
          const isBoth = hasChanged(theirs) && hasChanged(mine) && valueOf(theirs) !== valueOf(mine);
          expect(isKept && isBoth).toBe(false);
          if (isKept) expect(valueOf({ ...current, ...body })).toBe(valueOf(field in mine ? mine : current));
        } else if (isKept) {
          const saved = diffRecipients(base.target_value, body.target_value ?? current.target_value);
          for (const { target_value = base.target_value } of [theirs, mine]) {
            const { added, removed } = diffRecipients(base.target_value, target_value);
            expect(saved.added).toEqual(expect.arrayContaining([...added]));
            expect(saved.removed).toEqual(expect.arrayContaining([...removed]));
          }
        }
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  it.each([
    // A merge would leave no recipient.
    ["Recipients", { target_value: "ana@example.com" }, { target_value: " bo@example.com" }],
    // Only one field of the group differs.
    ["Interval", { interval: 3 }, { interval: 5 }],
  ])("asks about %s", (label, theirs, mine) => {
    expect(merge(theirs, mine).conflicts).toEqual([{ label, theirs, mine }]);
  });

  it.each<[string, object, object, SubscriptionChange, object?]>([
    [
      "Recipients",
      { target_type: "slack", target_value: "#sales" },
      { target_value: "ana@example.com" },
      { target_type: "email" },
    ],
    [
      "Recipients",
      { integration_id: 2 },
      { target_value: "C2|#b" },
      { integration_id: 1 },
      { target_type: "slack", target_value: "C1|#a", integration_id: 1 },
    ],
    ["Source", { dashboard: null, insight: 4 }, { dashboard: 9 }, { insight: null }],
    [
      "Source",
      { dashboard: 2 },
      { dashboard_export_insights: [11] },
      { dashboard: 1 },
      { dashboard: 1, dashboard_export_insights: [11, 12] },
    ],
    ["Schedule", { byweekday: null }, { bysetpos: 1 }, { byweekday: ["monday"] }],
    ["Schedule", { frequency: "daily" }, { byweekday: ["friday"] }, { frequency: "weekly" }],
    [
      "Schedule",
      { frequency: "monthly", bysetpos: 1 },
      { interval: 2 },
      { frequency: "weekly", bysetpos: null },
    ],
    // Without weekdays, the start determines the day.
    [
      "Schedule",
      { byweekday: null, frequency: "monthly" },
      { start_date: "2026-11-20T08:00:00Z" },
      { frequency: "weekly", byweekday: ["monday"] },
    ],
    ["Schedule", { frequency: "daily" }, { count: 3 }, { frequency: "weekly" }],
    ["End", { until_date: "2027-01-01T00:00:00Z" }, { count: 3 }, { until_date: null }],
  ])("never mixes the parts of a %s of two people: %j with %j", (label, theirs, body, others, old = {}) => {
    const base = buildSubscription(old);
    expect(mergeEdit(base, { ...base, ...theirs }, body)).toMatchObject({
      body: {},
      conflicts: [{ label, mine: { ...others, ...body } }],
    });
  });

  const DAILY = { frequency: "daily", byweekday: null };
  it.each<[string, object, object, object?]>([
    ["the time and the weekdays", { byweekday: ["friday"] }, { start_date: "2026-11-02T09:00:00Z" }],
    ["the end and the weekdays", { byweekday: ["friday"] }, { until_date: "2027-01-01T00:00:00Z" }],
    ["an addition to the same change of a group", DAILY, { interval: 2 }, DAILY],
  ])("combines %s without a question", (_name, theirs, body, same = {}) => {
    expect(merge(theirs, { ...same, ...body })).toMatchObject({ body, conflicts: [] });
  });

  it("asks before it writes to a record that was moved to Trash, and only if it writes", () => {
    expect(merge({ deleted: true }, { title: "Mine" }).conflicts).toEqual([
      { label: "State", theirs: { deleted: true }, mine: { deleted: false } },
    ]);
    expect(merge({ deleted: true, title: "Mine" }, { title: "Mine" }).conflicts).toEqual([]);
  });

  it("shows each side in words", () => {
    expect(formatConflictSide({ title: "Board" })).toBe("Board");
    expect(formatConflictSide({ dashboard: null, insight: 4 })).toBe("Insight: 4");
    expect(formatConflictSide({ until_date: null, count: null })).toBe("no end");
  });
});

describe("an edit whose conflicts are resolved", () => {
  const edit = { base: BASE, body: { title: "Mine", interval: 3, target_value: "ana@example.com" } };
  const theirs = { ...BASE, title: "Theirs", interval: 2, target_value: "ana@example.com,cy@example.com" };
  const { conflicts } = mergeEdit(BASE, theirs, edit.body);

  it.each([
    ["has the chosen values, and no further conflict", theirs, { title: "Mine" }],
    [
      "removes a recipient whom someone else has removed and added again",
      { ...theirs, target_value: BASE.target_value },
      { title: "Mine", target_value: "ana@example.com" },
    ],
  ])("%s", (_name, current, body) => {
    const chosen = conflicts.filter(({ label }) => label === "Title");
    const resolved = resolveConflicts(edit, conflicts, chosen);
    expect(mergeEdit(resolved.base, current, resolved.body)).toMatchObject({ body, conflicts: [] });
  });
});
