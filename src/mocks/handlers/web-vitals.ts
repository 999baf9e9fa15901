import { HttpResponse, http } from "msw";
import { type ProjectContext, withProject } from "@/mocks/context";
import type { Db } from "@/mocks/db";
import { fail } from "@/mocks/errors";
import { formatWireDate } from "@/mocks/fields";
import { getVital, METRICS, type Metric } from "@/mocks/seed/vitals";

const DAY_MS = 86_400_000;

const startOfDay = (instant: number) => Math.floor(instant / DAY_MS) * DAY_MS;

/** Returns the Sunday on which a week starts, in UTC, such as `2024-01-07`. */
function getWeek(instant: number): string {
  const day = startOfDay(instant);
  return new Date(day - new Date(day).getUTCDay() * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a day as servers do: `7-Jan-2024`. */
function formatDayLabel(day: string): string {
  const [, date, month, year] = new Date(day).toUTCString().split(" ");
  return `${Number(date)}-${month}-${year}`;
}

function createSeries(path: string, metric: Metric, order: number, weeks: readonly string[]) {
  const data = weeks.map((week) => getVital(path, metric, week));
  return {
    data,
    labels: weeks.map(formatDayLabel),
    days: weeks,
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

/** Compares the path exactly, and returns the two weeks that contain the last seven days. */
function getWebVitals({ url, project, now, isNewer }: ProjectContext): Response {
  // Servers of the document's age have no alias.
  if (!isNewer && url.pathname.startsWith("/api/projects/")) return fail.notFound("Endpoint not found.");
  const pathname = url.searchParams.get("pathname");
  if (pathname === null) return fail.invalid("required", "This field is required.", "pathname");
  if (pathname.trim() === "") return fail.invalid("blank", "This field may not be blank.", "pathname");
  if (project.size === "empty") return HttpResponse.json({ results: [] });
  const end = now.getTime();
  const start = end - 7 * DAY_MS;
  const weeks = [getWeek(start), getWeek(end)];
  return HttpResponse.json({
    results: METRICS.map((metric, order) => createSeries(pathname, metric, order, weeks)),
    hasMore: false,
    timings: [],
    error: "",
    is_cached: false,
    last_refresh: formatWireDate(now),
    timezone: "UTC",
    resolved_date_range: {
      date_from: formatWireDate(startOfDay(start)),
      date_to: formatWireDate(startOfDay(end) + DAY_MS - 1),
    },
  });
}

/** Web vitals for one path (contract, endpoint 9). */
export const webVitalsHandlers = (db: Db) => [
  http.get("*/api/:prefix/:project_id/web_vitals", withProject(db, "query:read", getWebVitals)),
];
