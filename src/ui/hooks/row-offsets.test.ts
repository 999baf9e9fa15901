import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawnRuns, lineTops } from "./row-offsets";

describe("lineTops", () => {
  it("counts with what is known, and finds the line at every height", () => {
    const height = fc.integer({ min: 1, max: 400 });
    const known = fc.dictionary(fc.nat({ max: 59 }).map(String), height);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), height, known, (count, pitch, heights) => {
        const map = new Map(Object.entries(heights).map(([line, each]) => [Number(line), each]));
        const tops = lineTops(count, pitch, map);
        let top = 0;
        for (let line = 0; line < count; line += 1) {
          expect(tops.top(line)).toBe(top);
          expect(tops.at(top)).toBe(line);
          top += map.get(line) ?? pitch;
          expect(tops.at(top - 0.5)).toBe(line);
        }
        expect(tops.top(count)).toBe(top);
        expect(tops.at(-10)).toBe(0);
        expect(tops.at(top + 10)).toBe(count - 1);
      }),
    );
  });
});

describe("drawnRuns", () => {
  const tops = lineTops(1_000, 40, new Map());
  const plain = { tops, rows: 1_000, lanes: 1, gap: 0, first: 100, last: 120 };

  it("leaves the free space of what is not drawn", () => {
    expect(drawnRuns({ ...plain, pinned: -1 })).toEqual({
      runs: [{ space: 4_000, from: 100, to: 120 }],
      end: 880 * 40,
    });
  });

  it("draws the pinned row where it is: before, among and after the others", () => {
    expect(drawnRuns({ ...plain, pinned: 10 }).runs).toEqual([
      { space: 400, from: 10, to: 11 },
      { space: 89 * 40, from: 100, to: 120 },
    ]);
    expect(drawnRuns({ ...plain, pinned: 110 }).runs).toHaveLength(1);
    expect(drawnRuns({ ...plain, pinned: 999 })).toEqual({
      runs: [
        { space: 4_000, from: 100, to: 120 },
        { space: 879 * 40, from: 999, to: 1_000 },
      ],
      end: 0,
    });
  });

  it("draws whole lines of cards, and counts the gap that follows a spacer", () => {
    const cards = { tops: lineTops(4, 208, new Map()), rows: 7, lanes: 2, gap: 8, first: 2, last: 4 };
    expect(drawnRuns({ ...cards, pinned: 1 })).toEqual({
      runs: [
        { space: 0, from: 0, to: 2 },
        { space: 200, from: 4, to: 7 },
      ],
      end: 0,
    });
  });
});
