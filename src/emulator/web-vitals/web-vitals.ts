import { type ProjectContext, type ProjectRoute, projectRoute } from "@/emulator/backend/backend";
import { bendSeries, hasForm, type VitalSeriesRow } from "@/emulator/faults/vitals-faults";
import { json, refuse } from "@/emulator/request/errors";
import { wireDate } from "@/emulator/request/request-fields";
import { cleanPath, METRICS, type Metric, vitalOf } from "./vitals-seed";

const DAY = 86_400_000;
/** Days of a series that is by day. */
const DAYS_SHOWN = 14;

function startOfDay(instant: number): number {
  return Math.floor(instant / DAY) * DAY;
}

/** The Sunday a week begins with, in UTC. */
function startOfWeek(instant: number): number {
  const day = startOfDay(instant);
  return day - new Date(day).getUTCDay() * DAY;
}

/** Day as servers label it, such as `7-Jan-2024`. */
function labelOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const month = date.toLocaleString("en-GB", { month: "short", timeZone: "UTC" }).slice(0, 3);
  return `${date.getUTCDate()}-${month}-${date.getUTCFullYear()}`;
}

function series(path: string, metric: Metric, order: number, days: readonly string[]): VitalSeriesRow {
  const data = days.map((day) => vitalOf(path, metric, day));
  return {
    data,
    labels: days.map(labelOf),
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

/** The last seven days by week touch two weeks; some servers count by day. */
function startsOf(start: number, end: number, isDaily: boolean): readonly number[] {
  if (!isDaily) return [startOfWeek(start), startOfWeek(end)];
  return Array.from({ length: DAYS_SHOWN }, (_, place) => startOfDay(end) - (DAYS_SHOWN - 1 - place) * DAY);
}

function webVitals({ url, project, now, faults }: ProjectContext): Response {
  const asked = url.searchParams.get("pathname");
  const pathname = asked ?? (hasForm(faults, "all-pages") ? "/" : null);
  if (pathname === null) return refuse.required("pathname");
  if (pathname.trim() === "") return refuse.blank("pathname");
  if (project.size === "empty") return json({ results: [] });
  const end = now.getTime();
  const start = end - 7 * DAY;
  const starts = startsOf(start, end, hasForm(faults, "daily"));
  const days = starts.map((day) => new Date(day).toISOString().slice(0, 10));
  const path = cleanPath(pathname);
  return json({
    results: bendSeries(
      METRICS.map((metric, order) => series(path, metric, order, days)),
      faults,
    ),
    hasMore: false,
    timings: [],
    error: "",
    is_cached: false,
    last_refresh: wireDate(now),
    timezone: "UTC",
    resolved_date_range: {
      date_from: wireDate(new Date(startOfDay(start))),
      date_to: wireDate(new Date(startOfDay(end) + DAY - 1)),
    },
  });
}

/** Web vitals of one path (contract, endpoint 9). */
export const webVitalsRoutes: readonly ProjectRoute[] = [
  projectRoute({
    id: "webVitals.get",
    method: "GET",
    path: "/api/environments/:project_id/web_vitals/",
    scope: "query:read",
    handle: webVitals,
  }),
];
