import { describe, expect, it } from "vitest";
import { formatInstant } from "@/lib/time/dates";
import { describeFieldChange, formatFieldChange, formatFieldValue, formatRawValue } from "./change-labels";

const START = "2026-11-02T08:00:00Z";

describe("formatFieldValue", () => {
  it.each([
    ["until_date", START, formatInstant(START)],
    ["start_date", "some day", "some day"],
    // A title isn't parsed as a date.
    ["title", START, START],
    ["until_date", null, "no end"],
    ["until_date", undefined, "no end"],
    ["start_date", undefined, "none"],
    ["deleted", true, "In Trash"],
    // It may be paused.
    ["deleted", false, "Not in Trash"],
    ["deleted", undefined, "none"],
    ["enabled", undefined, "none"],
    ["target_type", "teams", "Microsoft Teams"],
    ["target_type", "pigeon", "pigeon"],
    ["export_format", "application/pdf", "PDF document"],
    ["export_format", "audio/ogg", "audio/ogg"],
    ["byweekday", ["monday", "friday"], "monday, friday"],
    ["byweekday", [], "none"],
    ["title", "", "none"],
    ["interval", 0, "0"],
    ["level", 8, "Administrator"],
    ["level", 4, "Level 4"],
    ["level", null, "no explicit level"],
    ["level", undefined, "no explicit level"],
  ])("formats %s %j as %s", (field, value, description) => {
    expect(formatFieldValue(field, value)).toBe(description);
  });

  it("formats raw values without interpreting them", () => {
    expect([START, null, true, { a: 1 }].map(formatRawValue)).toEqual([START, "none", "yes", '{"a":1}']);
  });
});

it("names the sources of a change, with their IDs", () => {
  const names = new Map([["dashboard 201", "Growth overview"]]);
  const change = { field: "dashboard", before: 201, after: 202 };
  expect(formatFieldChange(change, names)).toBe("Dashboard: Growth overview (201) → 202");
  expect(formatFieldChange({ ...change, field: "insight" }, names)).toBe("Insight: 201 → 202");
  expect(formatFieldChange(change)).toBe("Dashboard: 201 → 202");
  expect(formatFieldChange({ ...change, before: undefined })).toBe("Dashboard: 202");
});

describe("a change", () => {
  it("lists added and removed recipients and counts unchanged ones", () => {
    const change = { field: "target_value", before: "Ana@x.co, bo@x.co", after: "ana@x.co,cy@x.co" };
    const description = { label: "Recipients", added: ["cy@x.co"], removed: ["bo@x.co"], unchangedCount: 1 };
    expect(describeFieldChange(change)).toEqual(description);
    expect(describeFieldChange(change, { isEmail: true })).toEqual(description);
    expect(formatFieldChange(change)).toBe("Recipients: + cy@x.co, − bo@x.co");
  });

  it("shows non-email destinations as one value", () => {
    const hook = { field: "target_value", before: "https://a.co/x,y@b", after: "https://a.co/x,z@b" };
    expect(formatFieldChange(hook)).toBe("Recipients: a.co/…,y@b → a.co/…,z@b");
    const mail = { before: "a@x.co", after: "b@x.co" };
    const description = describeFieldChange({ field: "target_value", ...mail }, { isEmail: false });
    expect(description).toEqual({ label: "Recipients", ...mail });
    const slack = { field: "target_value", before: "C1|#sales", after: "C2|#all" };
    expect(formatFieldChange(slack)).toBe("Recipients: C1|#sales → C2|#all");
  });

  it("shows a change of letter case", () => {
    const change = { field: "target_value", before: "Ana@x.co", after: "ana@x.co" };
    expect(formatFieldChange(change)).toBe("Recipients: Ana@x.co → ana@x.co");
  });
});
