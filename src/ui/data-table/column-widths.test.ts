import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distributeWidths, MIN_WIDTH } from "./column-widths";
import { dayColumn, timeColumn } from "./time-cell";

const columns = [
  { id: "title", width: "30%" },
  { id: "source", width: "100px" },
  { id: "schedule" },
  { id: "state", width: "80px" },
];

describe("distributeWidths", () => {
  it("uses default widths without stored ones", () => {
    expect(Object.fromEntries(distributeWidths(columns, new Map(), 1_000))).toEqual({
      title: 300,
      source: 100,
      schedule: 520,
      state: 80,
    });
  });

  it("takes space from columns that weren't resized, proportionally", () => {
    expect(Object.fromEntries(distributeWidths(columns, new Map([["title", 775]]), 2_000))).toEqual({
      title: 775,
      source: 87.5,
      schedule: 1_067.5,
      state: 70,
    });
  });

  it("fills the width exactly with at least 64 px per column, for any stored widths", () => {
    const chosen = fc.dictionary(
      fc.constantFrom("title", "source", "schedule", "state", "gone"),
      fc.integer(),
    );
    fc.assert(
      fc.property(chosen, fc.integer({ min: 4 * MIN_WIDTH, max: 3_000 }), (kept, room) => {
        const widths = [...distributeWidths(columns, new Map(Object.entries(kept)), room).values()];
        expect(Math.min(...widths)).toBeGreaterThanOrEqual(MIN_WIDTH - 0.01);
        expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(room, 5);
      }),
    );
  });
});

describe("columns of times", () => {
  it.each([
    ["a time", timeColumn],
    ["a day", dayColumn],
  ])("have room for %s with the text spacing of WCAG 1.4.12", (_name, createColumn) => {
    const column = createColumn(() => "2026-11-30T08:00:00Z", "UTC", new Date("2026-11-21T10:00:00Z"));
    // A character is at least 6 px wide. Letter spacing is 0.12 and word spacing 0.16 of the font size of 13 px.
    const text = createColumn === timeColumn ? "Nov 30, 10:00" : "Nov 30, 2026";
    const padding = 20;
    const needed = text.length * (6 + 0.12 * 13) + (text.split(" ").length - 1) * 0.16 * 13 + padding;
    expect(Number.parseFloat(column.width ?? "0")).toBeGreaterThanOrEqual(needed);
  });
});
