import { describe, expect, it } from "vitest";
import { isResumeDue } from "./due-resumes";

const NOW = new Date("2026-12-01T02:00:00Z");
const paused = { id: 7, deleted: false, enabled: false };
const due = (day: string, record = paused, zone = "UTC") =>
  isResumeDue(record, new Map([[7, day]]), NOW, zone);

describe("a resume date", () => {
  it("is due from that day on", () => {
    expect(due("2026-11-30")).toBe(true);
    expect(due("2026-12-01")).toBe(true);
    expect(due("2026-12-02")).toBe(false);
  });

  it("is a local day", () => {
    expect(due("2026-12-01", paused, "America/New_York")).toBe(false);
  });

  it("matters for paused records only", () => {
    expect(due("2026-11-30", { ...paused, enabled: true })).toBe(false);
    expect(due("2026-11-30", { ...paused, deleted: true })).toBe(false);
    expect(due("2026-11-30", { ...paused, id: 8 })).toBe(false);
  });
});
