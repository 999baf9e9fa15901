import { describe, expect, it } from "vitest";
import type { WebVitals } from "@/contract/web-vitals";
import { offeredPaths } from "@/features/vitals/board/board-add";
import { againstFirst } from "@/features/vitals/board/board-compare";
import { readSort, writeSort } from "@/lib/search/sort-param";
import {
  answerOf,
  type BoardRow,
  columnOf,
  factsOf,
  metricsOf,
  progressOf,
  sortRows,
  worstOf,
} from "./board-rows";

const DAYS = ["2026-11-08", "2026-11-15"];

function series(metric: string, value: number, math: string | null = "p90"): WebVitals["results"][number] {
  return { data: [value, value], days: DAYS, labels: [], action: { custom_name: metric, math } };
}

function answer(results: WebVitals["results"], fields: Partial<WebVitals> = {}): WebVitals {
  return {
    results,
    broken: [],
    error: "",
    timezone: "UTC",
    last_refresh: "2026-11-21T09:00:00Z",
    resolved_date_range: { date_from: "2026-11-14", date_to: "2026-11-21" },
    ...fields,
  };
}

function row(path: string, fields: Partial<BoardRow> = {}): BoardRow {
  return { path, data: null, error: null, isFetching: false, ...fields };
}

const loaded = (path: string, ...results: WebVitals["results"]) => row(path, { data: answer(results) });

describe("the order of the board", () => {
  const poor = loaded("/poor", series("LCP", 5_000));
  const poorer = loaded("/poorer", series("CLS", 0.9));
  const good = loaded("/good", series("LCP", 1_000));
  const none = loaded("/none", series("LCP", 0));
  const failed = row("/failed", { error: new Error("no") });
  const names = (rows: readonly BoardRow[]) => rows.map(({ path }) => path);

  it("has the worst first, measured against the bounds of each metric, and what has nothing last", () => {
    expect(names(sortRows([failed, good, none, poor, poorer], []))).toEqual([
      "/poorer",
      "/poor",
      "/good",
      "/failed",
      "/none",
    ]);
  });

  it("keeps what has nothing last in the other direction as well", () => {
    const step = { columnId: "LCP", direction: "ascending" } as const;
    expect(names(sortRows([none, poor, good], [step]))).toEqual(["/good", "/poor", "/none"]);
    expect(names(sortRows([none, poor, good], [{ ...step, direction: "descending" }]))).toEqual([
      "/poor",
      "/good",
      "/none",
    ]);
  });

  it("sorts by a metric that a server writes small", () => {
    const rows = [loaded("/slow", series("lcp", 9_000)), loaded("/fast", series("lcp", 900))];
    expect(names(sortRows(rows, [{ columnId: columnOf("LCP"), direction: "ascending" }]))).toEqual([
      "/fast",
      "/slow",
    ]);
  });

  it("sorts paths as people count", () => {
    const rows = [loaded("/page/10"), loaded("/page/9")];
    expect(names(sortRows(rows, [{ columnId: "path", direction: "ascending" }]))).toEqual([
      "/page/9",
      "/page/10",
    ]);
  });
});

describe("what is said of the board", () => {
  it("names the worst rating and who has it", () => {
    const rows = loaded("/a", series("LCP", 2_600), series("INP", 90), series("FCP", 1_900));
    expect(worstOf(rows)).toEqual({ rating: "needs-improvement", metrics: ["LCP", "FCP"] });
    expect(worstOf(loaded("/b", series("TTFB", 5)))).toBeNull();
  });

  it("has a column for whatever else was served", () => {
    const rows = [loaded("/a", series("TTFB", 1), series("lcp", 1)), loaded("/b", series("ttfb ", 2))];
    expect(metricsOf(rows.flatMap((each) => answerOf(each) ?? []))).toEqual([
      "INP",
      "LCP",
      "CLS",
      "FCP",
      "TTFB",
    ]);
  });

  it("gives every metric a column of its own, whatever servers call it", () => {
    const names = ["LCP", "", "path", "overall", "computed", "a b", "a-b", "a_b", "a,b", "速度", "-LCP"];
    const ids = names.map(columnOf);
    expect(ids[0]).toBe("LCP");
    expect(new Set([...ids, "path", "overall", "computed"]).size).toBe(names.length + 3);
    for (const columnId of ids) {
      const step = { columnId, direction: "ascending" } as const;
      expect(readSort(writeSort([step]))).toEqual([step]);
    }
  });

  it("says period and percentile where all agree, and that they differ where they do not", () => {
    const one = loaded("/a", series("LCP", 1));
    const other = row("/b", {
      data: answer([series("LCP", 1, "p75")], { last_refresh: "2026-11-20T09:00:00Z" }),
    });
    expect(factsOf([one])).toMatchObject({ percentile: "90th percentile", timezone: "UTC", differ: false });
    expect(factsOf([one, other])).toMatchObject({
      percentile: null,
      differ: true,
      oldest: "2026-11-20T09:00:00Z",
    });
    // What has no data is of no age: it says nothing about the others.
    expect(
      factsOf([one, row("/c", { data: answer([], { last_refresh: "2020-01-01T00:00:00Z" }) })]).oldest,
    ).toBe("2026-11-21T09:00:00Z");
  });

  it("counts what is on its way and what failed", () => {
    const rows = [
      row("/waits", { isFetching: true }),
      row("/failed", { error: new Error("no") }),
      row("/again", { error: new Error("no"), isFetching: true }),
      loaded("/there", series("LCP", 1)),
    ];
    expect(progressOf(rows)).toEqual({ all: 4, pending: 2, failed: 1, isFetching: true });
  });
});

describe("paths side by side", () => {
  const first = loaded("/a", series("LCP", 2_000));

  it("are measured against the first", () => {
    expect(againstFirst("LCP", first, first)).toBe("Compared with this");
    expect(againstFirst("LCP", first, loaded("/b", series("LCP", 1_500)))).toBe("25% better than /a");
    expect(againstFirst("LCP", first, loaded("/b", series("LCP", 0)))).toBe("");
  });

  it("are not compared where their percentiles differ", () => {
    expect(againstFirst("LCP", first, loaded("/b", series("LCP", 1_500, "p75")))).toBe(
      "Another percentile than /a",
    );
  });

  it("are not compared where their figures are of different periods", () => {
    const earlier = { ...series("LCP", 1_500), days: ["2026-11-01", "2026-11-08"] };
    expect(againstFirst("LCP", first, loaded("/b", earlier))).toMatch(
      /^Another period than \/a: the week of .*8.*, not the week of .*15/,
    );
    const undated = { ...series("LCP", 1_500), days: [] };
    const other = { date_from: "2026-10-14", date_to: "2026-10-21" };
    const long = row("/b", { data: answer([undated], { resolved_date_range: other }) });
    const whole = row("/a", { data: answer([undated]) });
    expect(againstFirst("LCP", whole, long)).toMatch(/^Another period than \/a: .*Oct/);
    expect(againstFirst("LCP", whole, loaded("/b", { ...undated, data: [1, 3_000] }))).toBe(
      "100% worse than /a",
    );
  });
});

describe("suggested paths", () => {
  it("are those that were seen and are not on the board, and fit what is typed", () => {
    const seen = ["/docs", "/blog", "/docs/api"];
    expect(offeredPaths({ seen, shown: ["/blog"], text: "" })).toEqual(["/docs", "/docs/api", "/", "*"]);
    expect(offeredPaths({ seen, shown: [], text: " API" })).toEqual(["/docs/api"]);
    expect(offeredPaths({ seen: [], shown: ["/", "*"], text: "" })).toEqual([]);
  });
});
