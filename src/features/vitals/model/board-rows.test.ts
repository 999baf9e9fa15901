import { buildBoardRow, buildHttpError, buildSeries, buildVitals } from "@test/support/builders";
import { describe, expect, it } from "vitest";
import { ContractError } from "@/api/errors";
import type { WebVitals } from "@/api/web-vitals";
import { formatSortParam, parseSortParam } from "@/lib/url/url-state";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import {
  type BoardRow,
  boardFacts,
  collectMetrics,
  getWorstRating,
  metricColumnId,
  pathProblem,
  rowResponse,
  sortBoardRows,
} from "./board-rows";

const loaded = (path: string, ...results: WebVitals["results"]) =>
  buildBoardRow(path, { data: buildVitals(results) });

describe("the order of the board", () => {
  const poor = loaded("/poor", buildSeries("LCP", 5_000));
  const poorer = loaded("/poorer", buildSeries("CLS", 0.9));
  const good = loaded("/good", buildSeries("LCP", 1_000));
  const none = loaded("/none", buildSeries("LCP", 0));
  const failed = buildBoardRow("/failed", { error: new Error("no") });
  const names = (rows: readonly BoardRow[]) => rows.map(({ path }) => path);

  it("is worst first by severity, without data last in both directions", () => {
    const worstFirst = ["/poorer", "/poor", "/good", "/failed", "/none"];
    expect(names(sortBoardRows([failed, good, none, poor, poorer], []))).toEqual(worstFirst);
    const step = { columnId: "LCP", direction: "ascending" } as const;
    expect(names(sortBoardRows([none, poor, good], [step]))).toEqual(["/good", "/poor", "/none"]);
    expect(names(sortBoardRows([none, poor, good], [{ ...step, direction: "descending" }]))).toEqual([
      "/poor",
      "/good",
      "/none",
    ]);
  });

  it("sorts by a metric in lower case", () => {
    const rows = [loaded("/slow", buildSeries("lcp", 9_000)), loaded("/fast", buildSeries("lcp", 900))];
    expect(names(sortBoardRows(rows, [{ columnId: metricColumnId("LCP"), direction: "ascending" }]))).toEqual(
      ["/fast", "/slow"],
    );
  });

  it("sorts paths with numbers naturally", () => {
    const rows = [loaded("/page/10"), loaded("/page/9")];
    expect(names(sortBoardRows(rows, [{ columnId: "path", direction: "ascending" }]))).toEqual([
      "/page/9",
      "/page/10",
    ]);
  });
});

describe("the summary of the board", () => {
  it("names the worst rating and its metrics", () => {
    const rows = loaded("/a", buildSeries("LCP", 2_600), buildSeries("INP", 90), buildSeries("FCP", 1_900));
    expect(getWorstRating(rows)).toEqual({ rating: "needs-improvement", metrics: ["LCP", "FCP"] });
    expect(getWorstRating(loaded("/b", buildSeries("TTFB", 5)))).toBeNull();
  });

  it("has columns for unknown metrics", () => {
    const rows = [
      loaded("/a", buildSeries("TTFB", 1), buildSeries("lcp", 1)),
      loaded("/b", buildSeries("ttfb ", 2)),
    ];
    const metrics = ["INP", "LCP", "CLS", "FCP", "TTFB"];
    expect(collectMetrics(rows.flatMap((each) => rowResponse(each) ?? []))).toEqual(metrics);
  });

  it("gives every metric a unique column ID", () => {
    const names = ["LCP", "", "path", "overall", "a b", "a-b", "a_b", "a,b", "速度", "-LCP"];
    const ids = names.map(metricColumnId);
    expect(ids[0]).toBe("LCP");
    expect(new Set([...ids, "path", "overall"]).size).toBe(names.length + 2);
    for (const columnId of ids) {
      const step = { columnId, direction: "ascending" } as const;
      expect(parseSortParam(formatSortParam([step]))).toEqual([step]);
    }
  });

  it("has period and percentile only if all paths agree", () => {
    const one = loaded("/a", buildSeries("LCP", 1));
    const other = buildBoardRow("/b", {
      data: buildVitals([buildSeries("LCP", 1, "p75")], { last_refresh: "2026-11-20T09:00:00Z" }),
    });
    expect(boardFacts([one])).toMatchObject({
      percentile: "90th percentile",
      timezone: "UTC",
      hasDifferentPeriods: false,
    });
    expect(boardFacts([one, other])).toMatchObject({
      percentile: null,
      hasDifferentPeriods: true,
      oldest: "2026-11-20T09:00:00Z",
    });
    // A path without metrics doesn't count.
    expect(
      boardFacts([
        one,
        buildBoardRow("/c", { data: buildVitals([], { last_refresh: "2020-01-01T00:00:00Z" }) }),
      ]).oldest,
    ).toBe("2026-11-21T09:00:00Z");
  });

  it("name the period that changes refer to, unless it differs", () => {
    const withDays = (path: string, days: readonly string[]) =>
      loaded(path, { ...buildSeries("LCP", 1_000), days: [...days] });
    const weekly = withDays("/a", ["2026-11-08", "2026-11-15"]);
    const daily = withDays("/b", ["2026-11-14", "2026-11-15"]);
    expect(boardFacts([weekly]).reference).toBe("the week before");
    expect(boardFacts([weekly, daily]).reference).toBeNull();
  });
});

it.each([
  [
    "all pages where a path is required",
    buildHttpError(400, { detail: "This field is required.", attr: "pathname" }),
    ALL_PAGES,
    /All pages.*single paths only.*Add paths.*“This field is required.”/,
    false,
  ],
  [
    "a path that is not taken",
    buildHttpError(400, { detail: "This field may not be blank.", attr: "pathname" }),
    "/a",
    /rejected this path/,
    false,
  ],
  [
    "a server that refuses other origins",
    buildHttpError(401, { detail: "No temporary_token set." }),
    "/a",
    /cross-origin requests.*Update the server.*proxy/,
    false,
  ],
  [
    "a calculation that failed",
    buildHttpError(500, { detail: "Failed to calculate web vitals" }),
    "/a",
    /couldn't compute.*contact your administrator.*“Failed/,
    true,
  ],
  [
    "a server without the endpoint",
    buildHttpError(404, { detail: "Endpoint not found." }),
    "/a",
    /^Web vitals aren't available on this server This server has no API endpoint for web vitals\.$/,
    false,
  ],
  ["an unknown format", new ContractError("webVitals.get", [], {}), "/a", /Unknown response format/, true],
])("describes %s", (_, error, path, title, canRetry) => {
  const problem = pathProblem({ path, error });
  expect(`${problem.title} ${problem.detail}`).toMatch(title);
  expect(problem.canRetry).toBe(canRetry);
});
