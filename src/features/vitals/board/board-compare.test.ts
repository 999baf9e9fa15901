import { buildBoardRow, buildSeries, buildVitals } from "@test/support/builders";
import { expect, it } from "vitest";
import type { WebVitals } from "@/api/web-vitals";
import { compareWithFirst, getScaleMax } from "./board-compare";

const loaded = (path: string, ...results: WebVitals["results"]) =>
  buildBoardRow(path, { data: buildVitals(results) });

const first = loaded("/a", buildSeries("LCP", 2_000));

it("are compared with the first, and share the scale of their trend lines", () => {
  expect(compareWithFirst("LCP", first, first)).toBe("Baseline");
  expect(compareWithFirst("LCP", first, loaded("/b", buildSeries("LCP", 1_500)))).toBe("25% better than /a");
  expect(compareWithFirst("LCP", first, loaded("/b", buildSeries("LCP", 0)))).toBe("");
  const rows = [first, loaded("/b", { ...buildSeries("LCP", 1_500), data: [4_000, 1_500] }), loaded("/c")];
  expect(getScaleMax("LCP", rows)).toBe(4_000);
  expect(getScaleMax("FCP", rows)).toBe(0);
});

it("aren't comparable if percentiles differ", () => {
  expect(compareWithFirst("LCP", first, loaded("/b", buildSeries("LCP", 1_500, "p75")))).toBe(
    "Not comparable: different percentiles",
  );
});

it("aren't comparable if periods differ", () => {
  const earlier = { ...buildSeries("LCP", 1_500), days: ["2026-11-01", "2026-11-08"] };
  expect(compareWithFirst("LCP", first, loaded("/b", earlier))).toMatch(
    /^Not comparable: different periods \(the week of .*8.* and the week of .*15/,
  );
  const undated = { ...buildSeries("LCP", 1_500), days: [] };
  const other = { date_from: "2026-10-14", date_to: "2026-10-21" };
  const long = buildBoardRow("/b", { data: buildVitals([undated], { resolved_date_range: other }) });
  const whole = buildBoardRow("/a", { data: buildVitals([undated]) });
  expect(compareWithFirst("LCP", whole, long)).toMatch(/^Not comparable: .*Oct/);
  expect(compareWithFirst("LCP", whole, loaded("/b", { ...undated, data: [1, 3_000] }))).toBe(
    "100% worse than /a",
  );
});
