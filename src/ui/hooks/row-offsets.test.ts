import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRowOffsets, getVisibleRanges } from "./row-offsets";

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

describe("getVisibleRanges", () => {
  const offsets = createRowOffsets(1_000, 40, new Map());
  const plain = { offsets, rows: 1_000, lanes: 1, gap: 0, first: 100, last: 120 };

  it("reserves space for unrendered rows", () => {
    expect(getVisibleRanges({ ...plain, pinned: -1 })).toEqual({
      ranges: [{ spaceBefore: 4_000, from: 100, to: 120 }],
      spaceAfter: 880 * 40,
    });
  });

  it("renders the pinned row before, among and after the others", () => {
    expect(getVisibleRanges({ ...plain, pinned: 10 }).ranges).toEqual([
      { spaceBefore: 400, from: 10, to: 11 },
      { spaceBefore: 89 * 40, from: 100, to: 120 },
    ]);
    expect(getVisibleRanges({ ...plain, pinned: 110 }).ranges).toHaveLength(1);
    expect(getVisibleRanges({ ...plain, pinned: 999 })).toEqual({
      ranges: [
        { spaceBefore: 4_000, from: 100, to: 120 },
        { spaceBefore: 879 * 40, from: 999, to: 1_000 },
      ],
      spaceAfter: 0,
    });
  });

  it("renders whole lines of cards, and counts the gap after a spacer", () => {
    const cards = {
      offsets: createRowOffsets(4, 208, new Map()),
      rows: 7,
      lanes: 2,
      gap: 8,
      first: 2,
      last: 4,
    };
    expect(getVisibleRanges({ ...cards, pinned: 1 })).toEqual({
      ranges: [
        { spaceBefore: 0, from: 0, to: 2 },
        { spaceBefore: 200, from: 4, to: 7 },
      ],
      spaceAfter: 0,
    });
  });
});
