import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRowOffsets } from "./row-offsets";

describe("createRowOffsets", () => {
  it("uses measured heights, and finds the line at any offset", () => {
    const height = fc.integer({ min: 1, max: 400 });
    const known = fc.dictionary(fc.nat({ max: 59 }).map(String), height);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), height, known, (count, pitch, heights) => {
        const map = new Map(Object.entries(heights).map(([line, each]) => [Number(line), each]));
        const offsets = createRowOffsets(count, pitch, map);
        let top = 0;
        for (let line = 0; line < count; line += 1) {
          expect(offsets.offsetOf(line)).toBe(top);
          expect(offsets.indexAt(top)).toBe(line);
          top += map.get(line) ?? pitch;
          expect(offsets.indexAt(top - 0.5)).toBe(line);
        }
        expect(offsets.offsetOf(count)).toBe(top);
        expect(offsets.indexAt(-10)).toBe(0);
        expect(offsets.indexAt(top + 10)).toBe(count - 1);
      }),
    );
  });
});
