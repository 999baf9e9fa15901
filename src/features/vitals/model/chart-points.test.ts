import { describe, expect, it } from "vitest";
import type { WebVitals } from "@/api/web-vitals";
import { trendSummary } from "./vital-budgets";
import { capitalize } from "./vital-periods";
import type { VitalReading } from "./vital-reading";
import { parseVitals, toChartPoints, toObservedPoints } from "./vital-reading";

function readingOf(data: readonly (number | null)[], fields: object = {}): VitalReading {
  const days = ["2026-11-01", "2026-11-08", "2026-11-15"].slice(0, data.length);
  const response: WebVitals = {
    results: [{ data: [...data], days, labels: [], action: { custom_name: "LCP", math: "p90" }, ...fields }],
    broken: [],
    error: "",
    timezone: "UTC",
    last_refresh: null,
    resolved_date_range: null,
  };
  const [reading] = parseVitals(response, "en-GB").readings;
  if (reading === undefined) throw new Error("no reading");
  return reading;
}

describe("chart points", () => {
  it("have rating, gaps without data, and the time, unless the server sent none", () => {
    expect(toChartPoints(readingOf([2_500, 0, 4_001])).map(({ value, note }) => [value, note])).toEqual([
      [2_500, "Good"],
      [null, undefined],
      [4_001, "Poor"],
    ]);
    expect(toChartPoints(readingOf([1, 2]))[0]?.at).toBe(Date.UTC(2026, 10, 1));
    const points = toChartPoints(readingOf([1, 2], { days: [], labels: ["first", "second"] }));
    expect(points.map(({ at, label }) => [at, label])).toEqual([
      [null, "First"],
      [null, "Second"],
    ]);
  });

  it("of the local history have the same metric and percentile", () => {
    const of = { path: "/", at: Date.UTC(2026, 9, 9, 8), value: 2_600, start: Date.UTC(2026, 9, 4) };
    const points = toObservedPoints(readingOf([1, 2]), [
      { ...of, metric: "LCP", percentile: "p90" },
      { ...of, metric: "LCP", percentile: "p75" },
      { ...of, metric: "FCP", percentile: "p90" },
    ]);
    expect(points).toHaveLength(1);
    expect(points[0]).toMatchObject({ at: of.at, value: 2_600 });
    expect(points[0]?.note).toMatch(/^Needs improvement, the week of .*2026$/);
  });
});

describe("the trend summary", () => {
  it("names count, lowest, highest, latest and gaps", () => {
    expect(trendSummary(readingOf([900, 0, 1_200]))).toMatch(
      /^2 values from the week of .* to the week of .*\. Lowest 900.ms, highest 1.?200.ms, latest 1.?200.ms\. 1 period without data\.$/,
    );
    expect(trendSummary(readingOf([0, 900]))).toMatch(/^1 value: 900.ms for the week of .*\.$/);
    expect(trendSummary(readingOf([0, 0]))).toBe("No data.");
    // More values than a function call accepts as arguments.
    const reading = readingOf([900, 1_200]);
    const points = Array.from({ length: 200_000 }, (_, index) => reading.points[index % 2] ?? null);
    const many = { ...reading, points: points.filter((point) => point !== null) };
    expect(trendSummary(many)).toMatch(/^200,000 values .* Lowest 900.ms, highest 1,200.ms/);
  });

  it("capitalizes a period", () => {
    expect(capitalize("the week of 15 Nov")).toBe("Week of 15 Nov");
    expect(capitalize("90th percentile")).toBe("90th percentile");
  });
});
