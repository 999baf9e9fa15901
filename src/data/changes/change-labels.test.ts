import { describe, expect, it } from "vitest";
import { formatInstant } from "@/lib/time/dates";
import {
  changeKindLabel,
  describeFieldChange,
  formatFieldChange,
  formatFieldValue,
  formatRawValue,
} from "./change-labels";

const START = "2026-11-02T08:00:00Z";
const NEXT = "2026-11-09T08:00:00Z";

describe("a value", () => {
  it("that is a moment is told on the reader's clock", () => {
    expect(formatInstant(START)).toContain("Nov");
    expect(formatFieldValue("until_date", START)).toBe(formatInstant(START));
    expect(formatFieldValue("start_date", "some day")).toBe("some day");
    // A title is a text, whatever it looks like.
    expect(formatFieldValue("title", START)).toBe(START);
  });

  it.each([
    ["until_date", null, "no end"],
    ["until_date", undefined, "no end"],
    ["start_date", undefined, "nothing"],
    ["deleted", true, "In the bin"],
    ["deleted", false, "Active"],
    ["target_type", "teams", "Microsoft Teams"],
    ["target_type", "pigeon", "pigeon"],
    ["byweekday", ["monday", "friday"], "monday, friday"],
    ["byweekday", [], "nothing"],
    ["title", "", "nothing"],
    ["interval", 0, "0"],
    ["level", 8, "Administrator"],
    ["level", 4, "Level 4"],
    ["level", null, "no explicit level"],
    ["level", undefined, "no explicit level"],
  ])("of %s that is %j is %s", (field, value, description) => {
    expect(formatFieldValue(field, value)).toBe(description);
  });

  it("that may be anything stays as it is", () => {
    expect([START, null, true, { a: 1 }].map(formatRawValue)).toEqual([START, "nothing", "yes", '{"a":1}']);
  });
});

describe("a change", () => {
  it("of recipients says who comes, who goes, and how many stay", () => {
    const change = { field: "target_value", before: "Ana@x.co, bo@x.co", after: "ana@x.co,cy@x.co" };
    const description = { label: "Recipients", added: ["cy@x.co"], removed: ["bo@x.co"], unchangedCount: 1 };
    expect(describeFieldChange(change)).toEqual(description);
    expect(describeFieldChange(change, true)).toEqual(description);
    expect(formatFieldChange(change)).toBe("Recipients: + cy@x.co, − bo@x.co");
  });

  it("of another place is one text before and after", () => {
    const hook = { field: "target_value", before: "https://a.co/x,y@b", after: "https://a.co/x,z@b" };
    expect(describeFieldChange(hook)).toEqual({
      label: "Recipients",
      before: hook.before,
      after: hook.after,
    });
    const mail = { field: "target_value", before: "a@x.co", after: "b@x.co" };
    expect(describeFieldChange(mail, false)).toEqual({
      label: "Recipients",
      before: "a@x.co",
      after: "b@x.co",
    });
    const slack = { field: "target_value", before: "C1|#sales", after: "C2|#all" };
    expect(formatFieldChange(slack)).toBe("Recipients: C1|#sales → C2|#all");
  });

  it("of spelling alone is told as well", () => {
    const change = { field: "target_value", before: "Ana@x.co", after: "ana@x.co" };
    expect(formatFieldChange(change)).toBe("Recipients: Ana@x.co → ana@x.co");
  });

  it("in one line has the moments on the reader's clock", () => {
    expect(formatFieldChange({ field: "start_date", before: START, after: NEXT })).toBe(
      `Start: ${formatInstant(START)} → ${formatInstant(NEXT)}`,
    );
  });
});

describe("what was done", () => {
  it("has the word of what it was done to", () => {
    expect(changeKindLabel({ resource: "subscription", kind: "created" })).toBe("Scheduled");
    expect(changeKindLabel({ resource: "export", kind: "created" })).toBe("Made");
    const kinds = ["created", "changed", "deleted"] as const;
    expect(kinds.map((kind) => changeKindLabel({ resource: "member", kind }))).toEqual([
      "Added",
      "Level changed",
      "Removed",
    ]);
    expect(formatFieldValue("joined_at", START)).toBe(formatInstant(START));
    expect(formatFieldValue("expires_after", START)).toBe(formatInstant(START));
  });
});
