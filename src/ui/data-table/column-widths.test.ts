import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distributeWidths, MIN_WIDTH } from "./column-widths";

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
