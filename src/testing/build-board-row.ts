import type { WebVitals } from "@/api/web-vitals";
import type { BoardRow } from "@/features/vitals/model/board-rows";

const DAYS = ["2026-11-08", "2026-11-15"];

/** Builds the series of a metric, with the same value in two weeks. */
export function buildSeries(
  metric: string,
  value: number,
  math: string | null = "p90",
): WebVitals["results"][number] {
  return { data: [value, value], days: DAYS, labels: [], action: { custom_name: metric, math } };
}

export function buildVitals(results: WebVitals["results"], fields: Partial<WebVitals> = {}): WebVitals {
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

/** Builds a board row that hasn't loaded. `fields` override the defaults. */
export function buildBoardRow(path: string, fields: Partial<BoardRow> = {}): BoardRow {
  return { path, data: null, error: null, isFetching: false, ...fields };
}
