import { type ProjectContext, type ProjectRoute, projectRoute } from "@/emulator/backend/backend";
import { applySeriesFault, hasSeriesFault, type VitalSeriesRow } from "@/emulator/faults/vitals-faults";
import { fail, json } from "@/emulator/request/errors";
import { formatWireDate } from "@/emulator/request/request-fields";
import { getVital, METRICS, type Metric, normalizePath } from "./vitals-seed";

const DAY_MS = 86_400_000;
const DAILY_SERIES_DAYS = 14;

function startOfDay(instant: number): number {
  return Math.floor(instant / DAY_MS) * DAY_MS;
}

/** Returns the Sunday on which a week starts, in UTC. */
function startOfWeek(instant: number): number {
  const day = startOfDay(instant);
  return day - new Date(day).getUTCDay() * DAY_MS;
}

/** Formats a day as servers do: `7-Jan-2024`. */
function formatDayLabel(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const month = date.toLocaleString("en-GB", { month: "short", timeZone: "UTC" }).slice(0, 3);
  return `${date.getUTCDate()}-${month}-${date.getUTCFullYear()}`;
}

function createSeries(path: string, metric: Metric, order: number, days: readonly string[]): VitalSeriesRow {
  const data = days.map((day) => getVital(path, metric, day));
  return {
    data,
    labels: days.map(formatDayLabel),
    days,
    count: data.reduce((sum, value) => sum + value, 0),
    label: "$web_vitals",
    action: {
      custom_name: metric,
      math: "p90",
      math_property: `$web_vitals_${metric}_value`,
      order,
      id: "$web_vitals",
      type: "events",
      name: "$web_vitals",
    },
  };
}

/**
 * Returns the starts of the two weeks that contain the last seven days. If `isDaily` is set,
 * returns the starts of the last 14 days instead, as some servers do.
 */
function getPeriodStarts(start: number, end: number, isDaily: boolean): readonly number[] {
  if (!isDaily) return [startOfWeek(start), startOfWeek(end)];
  return Array.from(
    { length: DAILY_SERIES_DAYS },
    (_, index) => startOfDay(end) - (DAILY_SERIES_DAYS - 1 - index) * DAY_MS,
  );
}

function getWebVitals({ url, project, now, faults }: ProjectContext): Response {
  const requestedPath = url.searchParams.get("pathname");
  const pathname = requestedPath ?? (hasSeriesFault(faults, "all-pages") ? "/" : null);
  if (pathname === null) return fail.required("pathname");
  if (pathname.trim() === "") return fail.blank("pathname");
  if (project.size === "empty") return json({ results: [] });
  const end = now.getTime();
  const start = end - 7 * DAY_MS;
  const starts = getPeriodStarts(start, end, hasSeriesFault(faults, "daily"));
  const days = starts.map((day) => new Date(day).toISOString().slice(0, 10));
  const path = normalizePath(pathname);
  return json({
    results: applySeriesFault(
      METRICS.map((metric, order) => createSeries(path, metric, order, days)),
      faults,
    ),
    hasMore: false,
    timings: [],
    error: "",
    is_cached: false,
    last_refresh: formatWireDate(now),
    timezone: "UTC",
    resolved_date_range: {
      date_from: formatWireDate(new Date(startOfDay(start))),
      date_to: formatWireDate(new Date(startOfDay(end) + DAY_MS - 1)),
    },
  });
}

/** Web vitals for one path (contract, endpoint 9). */
export const webVitalsRoutes: readonly ProjectRoute[] = [
  projectRoute({
    id: "webVitals.get",
    method: "GET",
    path: "/api/environments/:project_id/web_vitals/",
    scope: "query:read",
    generations: ["2025", "2026"],
    onlyUnder: { 2025: "environments" },
    handle: getWebVitals,
  }),
];
