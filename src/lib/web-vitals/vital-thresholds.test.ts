import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  barPosition,
  formatPercentile,
  formatVital,
  getVitalThreshold,
  rateVital,
  VITAL_THRESHOLDS,
  vitalSeverity,
} from "./vital-thresholds";

const metric = fc.constantFrom(...VITAL_THRESHOLDS.map((each) => each.metric));
const value = fc.oneof(
  fc.double({ min: 0, max: 20_000, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  // Values near a threshold, where rounding could change the rating.
  fc
    .tuple(
      fc.constantFrom(...VITAL_THRESHOLDS.flatMap(({ good, poor }) => [good, poor])),
      fc.double({ min: -1, max: 1, noNaN: true }),
    )
    .map(([bound, off]) => Math.max(0, bound + off)),
);

describe("rateVital", () => {
  it.each([
    ["INP", 200, 500],
    ["LCP", 2_500, 4_000],
    ["CLS", 0.1, 0.25],
    ["FCP", 1_800, 3_000],
  ])("treats the thresholds of %s as inclusive", (name, good, poor) => {
    const step = good / 1e6;
    expect(rateVital(name, 0)).toBe("good");
    expect(rateVital(name, good)).toBe("good");
    expect(rateVital(name, good + step)).toBe("needs-improvement");
    expect(rateVital(name, poor)).toBe("needs-improvement");
    expect(rateVital(name, poor + step)).toBe("poor");
  });

  it("recognizes metrics in any case, and rejects others", () => {
    expect(rateVital(" lcp", 2_500)).toBe("good");
    expect(rateVital("TTFB", 1)).toBeNull();
    expect(rateVital("", 1)).toBeNull();
  });

  it.each([-1, Number.NaN])("doesn't rate the invalid value %d", (figure) => {
    expect(rateVital("LCP", figure)).toBeNull();
    expect(vitalSeverity("LCP", figure)).toBeNull();
  });
});

it("vitalSeverity orders values of a metric consistently with their rating", () => {
  fc.assert(
    fc.property(metric, value, value, (name, one, other) => {
      const [low, high] = [
        vitalSeverity(name, Math.min(one, other)),
        vitalSeverity(name, Math.max(one, other)),
      ];
      expect(low ?? 0).toBeLessThanOrEqual(high ?? 0);
      const bad = vitalSeverity(name, one) ?? 0;
      const rating = bad <= 1 ? "good" : bad <= 2 ? "needs-improvement" : "poor";
      expect(rateVital(name, one)).toBe(rating);
    }),
  );
});

it.each([
  [0, 0],
  [2_500, 1 / 3],
  [4_000, 2 / 3],
  [100_000, 1],
])("barPosition places %d ms at %d", (ms, position) => {
  expect(barPosition("LCP", ms)).toBeCloseTo(position);
});

describe("formatVital", () => {
  it.each([
    ["LCP", 2_310.4, "2,310 ms"],
    ["INP", 9.26, "9.3 ms"],
    ["CLS", 0.0816, "0.082"],
    ["CLS", 0.0002, "0.0002"],
    ["LCP", 2_500.4, "2,500.4 ms"],
    ["LCP", 2_499.7, "2,500 ms"],
    ["CLS", 0.1001, "0.1001"],
  ])("writes %s of %d as %s", (name, figure, rating) => {
    expect(formatVital(name, figure, "en-GB")).toBe(rating);
  });

  it("never rounds across a threshold or to zero", () => {
    fc.assert(
      fc.property(metric, value, (name, figure) => {
        const shown = Number(formatVital(name, figure, "en-GB").replace(/[, ms]/g, ""));
        // Skips values within a millionth of a threshold, because `formatVital` shows at most 6 decimals.
        const { good = 0, poor = 0 } = getVitalThreshold(name) ?? {};
        fc.pre([0, good, poor].every((bound) => figure === bound || Math.abs(figure - bound) > 1e-6));
        expect(rateVital(name, shown)).toBe(rateVital(name, figure));
        expect(shown === 0).toBe(figure === 0);
      }),
    );
  });
});

it.each([
  ["P75", "75th percentile"],
  ["p51", "51st percentile"],
  ["p11", "11th percentile"],
  ["p99.9", "99.9th percentile"],
  ["avg", "avg"],
  ["", "unknown percentile"],
  [null, "unknown percentile"],
])("formatPercentile formats %s as “%s”", (served, rating) => {
  expect(formatPercentile(served)).toBe(rating);
});
