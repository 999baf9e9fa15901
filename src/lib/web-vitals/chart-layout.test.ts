import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChartPoint, layOutChart, roundTicks } from "./chart-layout";

const DAY = 86_400_000;

function at(day: number | null, value: number | null): ChartPoint {
  return { at: day === null ? null : day * DAY, label: `day ${day}`, value };
}

describe("roundTicks", () => {
  it.each([
    [3_700, [0, 1_000, 2_000, 3_000, 4_000]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [0, [0, 1]],
    [Number.NaN, [0, 1]],
  ])("rounds ticks for %d", (top, ticks) => {
    expect(roundTicks(top)).toEqual(ticks);
  });

  it("reaches the top in a few steps", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (top) => {
        const ticks = roundTicks(top);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(top * (1 - 1e-9));
      }),
    );
  });
});

describe("layoutChart", () => {
  it("places points by time in any order", () => {
    const { points, segments: pieces } = layOutChart([at(14, 20), at(0, 10), at(7, 40)]);
    expect(points.map(({ x, value }) => [x, value])).toEqual([
      [0, 10],
      [50, 40],
      [100, 20],
    ]);
    expect(pieces.map(({ from, to }) => [from.value, to.value])).toEqual([
      [10, 40],
      [40, 20],
    ]);
  });

  it("places points by index when one has no time, without the background, leaves gaps, and centers a single point", () => {
    const layout = layOutChart([at(null, 10), at(3, 20), at(1, 30)], [at(2, 5)]);
    expect(layout.points.map(({ x, value }) => [x, value])).toEqual([
      [0, 10],
      [50, 20],
      [100, 30],
    ]);
    expect(layout.hasBackground).toBe(false);
    const { points, segments: pieces } = layOutChart([at(0, 10), at(1, null), at(2, 30), at(3, 40)]);
    expect(points).toHaveLength(3);
    expect(pieces.map(({ from }) => from.value)).toEqual([30]);
    expect(layOutChart([at(5, 10)]).points[0]?.x).toBe(50);
  });

  it("draws both series with their own lines, foreground last", () => {
    const { points, segments: pieces } = layOutChart([at(10, 10), at(20, 20)], [at(0, 50), at(20, 30)]);
    expect(points.map(({ x, value, isBackground: isBehind }) => [x, value, isBehind])).toEqual([
      [0, 50, true],
      [50, 10, false],
      [100, 30, true],
      [100, 20, false],
    ]);
    expect(pieces.every(({ from, to }) => from.isBackground === to.isBackground)).toBe(true);
  });

  it("always includes the lowest bound, and higher ones only near the points", () => {
    expect(layOutChart([at(0, 100)], [], [2_500, 4_000]).top).toBeGreaterThanOrEqual(2_500);
    expect(layOutChart([at(0, 100)], [], [2_500, 4_000]).top).toBeLessThan(4_000);
    expect(layOutChart([at(0, 3_000)], [], [4_000, 2_500]).top).toBeGreaterThanOrEqual(4_000);
  });

  it("keeps everything inside of the chart", () => {
    const series = fc.array(
      fc.record({
        at: fc.option(fc.integer({ min: 0, max: 1e13 })),
        label: fc.string(),
        value: fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true })),
      }),
    );
    fc.assert(
      fc.property(series, series, (front, behind) => {
        for (const { x, y } of layOutChart(front, behind, [200, 500]).points) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(100);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
