import { parseBody } from "@test/support/builders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getWebVitals } from "@/api/web-vitals";
import { trendSummary } from "./vital-budgets";
import { capitalize } from "./vital-periods";
import { findReading, parseVitals, toChartPoints, toObservedPoints } from "./vital-reading";

const DAYS = ["2026-11-08", "2026-11-15"];
const LABELS = ["8-Nov-2026", "15-Nov-2026"];

function series(metric: string, data: readonly (number | null)[], part: object = {}): object {
  return { data, days: DAYS, labels: LABELS, action: { custom_name: metric, math: "p90" }, ...part };
}

function read(results: readonly object[], answerFields: object = {}) {
  const body = { results, last_refresh: "2026-11-21T09:00:00Z", ...answerFields };
  return parseVitals(parseBody(getWebVitals, body), "en-GB");
}

function one(metric: string, data: readonly (number | null)[], part: object = {}) {
  const reading = read([series(metric, data, part)]).readings[0];
  if (reading === undefined) throw new Error("no reading");
  return reading;
}

const DATES = ["2026-11-01", "2026-11-08", "2026-11-15"];
const readingOf = (data: readonly (number | null)[], part: object = {}) =>
  one("LCP", data, { days: DATES.slice(0, data.length), ...part });

describe("a parsed series", () => {
  it("has value, unit, percentile, rating and period", () => {
    expect(one("LCP", [2_240, 2_510])).toMatchObject({
      metric: "LCP",
      name: "Largest Contentful Paint",
      unit: "ms",
      percentile: "p90",
      percentileText: "90th percentile",
      value: 2_510,
      text: "2,510 ms",
      rating: "needs-improvement",
      interval: "week",
      isRunning: true,
      current: { period: "the week of 15 Nov 2026" },
      change: {
        text: "12% worse than the week before",
        shortText: "12% worse",
        beforeText: "2,240 ms",
      },
      notes: [],
    });
  });

  it("has a finished period when it was computed later", () => {
    const response = read([series("LCP", [1, 2])], { last_refresh: "2026-11-22T00:00:00Z" });
    expect(response.readings[0]?.isRunning).toBe(false);
    expect(read([series("LCP", [1, 2])], { last_refresh: null }).readings[0]?.isRunning).toBe(false);
  });

  it.each([
    ["America/New_York", "2026-11-22T04:59:00Z", true],
    ["Asia/Tokyo", "2026-11-21T15:00:00Z", false],
    ["Mars/Olympus", "2026-11-22T00:00:00Z", false],
  ])("ends its period in the zone %s: computed at %s, running is %s", (timezone, last_refresh, isRunning) => {
    const response = read([series("LCP", [1, 2])], { last_refresh, timezone });
    expect(response.readings[0]?.isRunning).toBe(isRunning);
  });

  it.each([
    ["the same", [90, 90], "Same as the week before"],
    ["hardly another", [2_000, 2_004], "About the same as the week before"],
    ["lower", [200, 150], "25% better than the week before"],
    ["much higher", [100, 1_350], "1,250% worse than the week before"],
  ])("distinguishes %s from the previous period", (_, data, text) => {
    expect(one("INP", data).change?.text).toBe(text);
  });

  it("doesn't rate unknown metrics", () => {
    expect(one("TTFB", [300, 330])).toMatchObject({
      name: null,
      unit: null,
      rating: null,
      severity: null,
      text: "330",
      change: { text: "10% higher than the week before" },
    });
  });

  it("compares with the last period with data, and names it", () => {
    expect(readingOf([1_000, 0, 1_100]).change?.text).toBe("10% worse than the week of 1 Nov 2026");
  });

  it("falls back to the last period with data, with a note", () => {
    expect(one("LCP", [2_000, 0])).toMatchObject({
      value: 2_000,
      current: { period: "the week of 8 Nov 2026" },
      change: null,
      notes: ["No data for the week of 15 Nov 2026. Showing the week of 8 Nov 2026."],
    });
  });

  it("notes negative values", () => {
    expect(one("LCP", [2_000, -5])).toMatchObject({
      rating: null,
      notes: ["A value is negative, which isn't valid. It is shown unchanged."],
    });
  });
});

describe("no data", () => {
  it.each([
    ["zeros", ["INP", "LCP", "CLS", "FCP"].map((metric) => series(metric, [0, 0]))],
    ["a series without figures", [series("LCP", [], { days: [], labels: [] })]],
    ["a layout shift of 0 without evidence of visits", [series("CLS", [0, 0])]],
  ])("is %s", (_, results) => {
    const response = read(results);
    expect(response.hasData).toBe(false);
    for (const reading of response.readings) {
      expect(reading).toMatchObject({ value: null, text: "No data", rating: null, change: null });
    }
  });

  it("is an empty response", () => {
    const response = read([]);
    expect(response).toMatchObject({ hasData: false, readings: [], notes: [] });
    expect(findReading(response, "LCP")).toBeNull();
  });
});

describe("CLS", () => {
  it("is 0 if there were visits", () => {
    const response = read([series("LCP", [1_400, 1_350]), series("CLS", [0, 0])]);
    expect(findReading(response, "CLS")).toMatchObject({
      value: 0,
      text: "0",
      rating: "good",
      change: { text: "Same as the week before" },
    });
  });

  it("is the last value, even if it is 0", () => {
    expect(one("CLS", [0.12, 0])).toMatchObject({ value: 0, rating: "good" });
    const visited = read([series("CLS", [0.12, 0]), series("LCP", [1_400, 1_350])]);
    expect(visited.readings[0]).toMatchObject({
      value: 0,
      change: { text: "100% better than the week before" },
    });
    expect(read([series("CLS", [0, 0.08]), series("LCP", [1_400, 1_350])]).readings[0]?.change?.text).toBe(
      "Worse than the week before",
    );
  });

  it("has no data without visits", () => {
    const response = read([series("CLS", [0.12, 0]), series("LCP", [1_400, 0])]);
    expect(findReading(response, "CLS")).toMatchObject({
      value: 0.12,
      current: { period: "the week of 8 Nov 2026" },
    });
  });
});

describe("a series in another format", () => {
  it("may be longer and daily", () => {
    const days = ["2026-10-24", "2026-10-25", "2026-10-26"];
    expect(one("LCP", [1_000, 2_000, 3_000], { days })).toMatchObject({
      interval: "day",
      points: [{ value: 1_000 }, { value: 2_000 }, { value: 3_000 }],
      current: { period: "26 Oct 2026" },
      change: { text: "50% worse than the day before" },
    });
  });

  it.each([
    ["hour", ["2026-11-08 09:00:00", "2026-11-08 10:00:00"], "8 Nov 2026, 10:00"],
    ["month", ["2026-01-31", "2026-02-28"], "February 2026"],
    [null, ["2026-11-08", "2026-11-11"], "11 Nov 2026"],
  ])("may be by %s", (interval, days, period) => {
    expect(one("LCP", [1, 2], { days })).toMatchObject({ interval, current: { period } });
  });

  it("may be newest first, with metrics in any order and duplicates", () => {
    expect(one("LCP", [2_510, 2_240], { days: DAYS.toReversed() })).toMatchObject({
      value: 2_510,
      points: [{ value: 2_240 }, { value: 2_510 }],
      notes: ["The server returned the periods out of order. They are shown sorted by time."],
    });
    const p75 = { action: { custom_name: "LCP", math: "p75" } };
    const response = read([series("FCP", [1, 2]), series("LCP", [3, 4]), series("LCP", [5, 6], p75)]);
    expect(response.readings.map(({ key }) => key)).toEqual(["FCP p90", "LCP p90", "LCP p75"]);
    expect(findReading(response, "LCP")?.value).toBe(4);
    expect(read([series("LCP", [3, 4]), series("LCP", [5, 6])]).readings[1]?.key).toBe("LCP p90 2");
  });

  it("may have labels only, no dates at all, or more values than dates", () => {
    expect(one("LCP", [1, 2], { days: [] })).toMatchObject({
      interval: null,
      points: [{ at: null, period: "8-Nov-2026" }, { period: "15-Nov-2026" }],
    });
    expect(one("LCP", [1, 2], { days: null, labels: null }).points[1]?.period).toBe("value 2 of 2");
    expect(one("LCP", [1, 2, 3])).toMatchObject({
      value: 3,
      notes: ["The server returned 3 values for 2 dates."],
    });
  });

  it("is shown as raw JSON if unreadable", () => {
    const raw = { metric: "TTFB", p75: 320 };
    const response = read([series("LCP", [1, 2]), raw]);
    expect(response.broken).toMatchObject([{ index: 1, raw }]);
    expect(response.readings).toHaveLength(1);
    expect(response.notes).toEqual(["1 series couldn't be read. It's shown as raw JSON."]);
  });
});

describe("a response", () => {
  it("contains the computation time, the period and the server's error", () => {
    const range = { date_from: "2026-11-14T00:00:00+01:00", date_to: "2026-11-21T23:59:59+01:00" };
    expect(
      read([], { timezone: "Europe/Berlin", error: "Half of it.", resolved_date_range: range }),
    ).toMatchObject({
      computedAt: "2026-11-21T09:00:00Z",
      period: "14 Nov 2026 to 21 Nov 2026",
      timezone: "Europe/Berlin",
      notes: ["Server response: “Half of it.”"],
    });
  });

  it.each([null, "yesterday", ""])("does not guess when %j is the time", (last_refresh) => {
    expect(read([], { last_refresh }).computedAt).toBeNull();
  });

  it("is parsed with any content, and never treats missing data as a value", () => {
    const anySeries = fc.record({
      data: fc.array(
        fc.option(fc.oneof(fc.constant(0), fc.double({ noNaN: true, noDefaultInfinity: true }))),
      ),
      days: fc.option(fc.array(fc.oneof(fc.constantFrom(...DAYS, "2026-02-30", "x", ""), fc.string()))),
      labels: fc.option(fc.array(fc.string())),
      action: fc.record({
        custom_name: fc.oneof(fc.constantFrom("INP", "LCP", "CLS", "FCP", "TTFB"), fc.string()),
        math: fc.option(fc.string()),
      }),
    });
    fc.assert(
      fc.property(fc.array(anySeries, { maxLength: 5 }), (results) => {
        const { readings } = read(results);
        expect(new Set(readings.map(({ key }) => key)).size).toBe(readings.length);
        readings.forEach((reading, index) => {
          const { data = [] } = results[index] ?? {};
          expect(reading.points.map((point) => point.servedValue).toSorted()).toEqual(data.toSorted());
          for (const point of reading.points) {
            if (point.value !== null) expect(point.value).toBe(point.servedValue);
            else expect(point.servedValue ?? 0).toBe(0);
          }
          if (data.every((figure) => figure === null)) expect(reading.value).toBeNull();
          expect(reading.value === null).toBe(reading.text === "No data");
          if (reading.value === null) expect(reading.rating).toBeNull();
        });
      }),
    );
  });
});

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
