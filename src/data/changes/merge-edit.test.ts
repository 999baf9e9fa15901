import { buildSubscription } from "@test/support/builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
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

  it("asks when a merge would leave no recipient", () => {
    const { conflicts } = merge({ target_value: "ana@example.com" }, { target_value: " bo@example.com" });
    expect(conflicts).toEqual([
      {
        label: "Recipients",
        theirs: { target_value: "ana@example.com" },
        mine: { target_value: " bo@example.com" },
      },
    ]);
  });

  it.each([
    [
      "channel",
      { target_type: "slack", target_value: "#sales" },
      { target_value: "ana@example.com" },
      "Recipients",
      { target_type: "email", target_value: "ana@example.com" },
    ],
    ["source", { dashboard: null, insight: 4 }, { dashboard: 9 }, "Source", { dashboard: 9, insight: null }],
    ["weekdays", { byweekday: null }, { bysetpos: 1 }, "Schedule", { byweekday: ["monday"], bysetpos: 1 }],
    [
      "frequency",
      { frequency: "daily" },
      { byweekday: ["friday"] },
      "Schedule",
      { frequency: "weekly", byweekday: ["friday"] },
    ],
    [
      "interval",
      { frequency: "monthly", bysetpos: 1 },
      { interval: 2 },
      "Schedule",
      { frequency: "weekly", interval: 2, bysetpos: null },
    ],
    [
      "start that sets the day",
      { byweekday: null, frequency: "monthly" },
      { start_date: "2026-11-20T08:00:00Z" },
      "Schedule",
      { frequency: "weekly", byweekday: ["monday"], start_date: "2026-11-20T08:00:00Z" },
    ],
    ["count", { frequency: "daily" }, { count: 3 }, "Schedule", { frequency: "weekly", count: 3 }],
    ["end", { until_date: "2027-01-01T00:00:00Z" }, { count: 3 }, "End", { until_date: null, count: 3 }],
  ])("never mixes the %s of one person with that of another", (_name, theirs, body, label, mine) => {
    expect(merge(theirs, body)).toMatchObject({ body: {}, conflicts: [{ label, mine }] });
  });

  it("never mixes a Slack channel with the workspace of another person", () => {
    const base = buildSubscription({ target_type: "slack", target_value: "C1|#a", integration_id: 1 });
    const mine = { target_value: "C2|#b" };
    expect(mergeEdit(base, { ...base, integration_id: 2 }, mine)).toMatchObject({
      body: {},
      conflicts: [{ label: "Recipients", mine: { ...mine, integration_id: 1 } }],
    });
  });

  it("never mixes selected insights with the dashboard of another person", () => {
    const base = buildSubscription({ dashboard: 1, dashboard_export_insights: [11, 12] });
    const mine = { dashboard_export_insights: [11] };
    expect(mergeEdit(base, { ...base, dashboard: 2 }, mine)).toMatchObject({
      body: {},
      conflicts: [{ label: "Source", mine: { ...mine, dashboard: 1 } }],
    });
  });

  it.each([
    ["the time and the weekdays", { byweekday: ["friday"] }, { start_date: "2026-11-02T09:00:00Z" }],
    ["the end and the weekdays", { byweekday: ["friday"] }, { until_date: "2027-01-01T00:00:00Z" }],
  ])("combines without a question what doesn't depend on each other: %s", (_name, theirs, body) => {
    expect(merge(theirs, body)).toMatchObject({ body, conflicts: [] });
  });

  it("doesn't ask where both have made the same change of a group and only one has added to it", () => {
    const theirs = { frequency: "daily", byweekday: null };
    expect(merge(theirs, { ...theirs, interval: 2 })).toMatchObject({ body: { interval: 2 }, conflicts: [] });
  });

  it("names the field if only one differs", () => {
    expect(merge({ interval: 3 }, { interval: 5 }).conflicts).toEqual([
      { label: "Interval", theirs: { interval: 3 }, mine: { interval: 5 } },
    ]);
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
  const resolve = (...labels: readonly string[]) =>
    resolveConflicts(
      edit,
      conflicts,
      conflicts.filter(({ label }) => labels.includes(label)),
    );

  it("has the chosen values, and no further conflict", () => {
    const resolved = resolve("Title");
    expect(mergeEdit(resolved.base, theirs, resolved.body)).toMatchObject({
      body: { title: "Mine" },
      conflicts: [],
    });
  });

  it("removes a recipient whom someone else has removed and added again", () => {
    const resolved = resolve("Title");
    expect(
      mergeEdit(resolved.base, { ...theirs, target_value: BASE.target_value }, resolved.body),
    ).toMatchObject({
      body: { title: "Mine", target_value: "ana@example.com" },
      conflicts: [],
    });
  });
});
