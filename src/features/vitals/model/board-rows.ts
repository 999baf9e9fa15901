import { describeError } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import { VITAL_METRICS, type WebVitals } from "@/api/web-vitals";
import { isEndpointMissing } from "@/data/backend/optional-endpoint";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import type { SortStep } from "@/lib/url/url-state";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { metricKey, type VitalRating } from "@/lib/web-vitals/vital-thresholds";
import { parseVitals, type VitalResponse } from "./vital-reading";

export interface BoardRow {
  readonly path: string;
  /** The last successful response, or null. */
  readonly data: WebVitals | null;
  readonly error: Error | null;
  /** True for queued requests as well. */
  readonly isFetching: boolean;
}

export function pathLabel(path: string): string {
  return path === ALL_PAGES ? "All pages" : path;
}

/** Formats the first paths: "/a, /b, /c, and 2 more paths". */
export function pathNames(paths: readonly string[], maxNamed = 3): string {
  const names = paths.slice(0, maxNamed).map(pathLabel).join(", ");
  const moreCount = paths.length - maxNamed;
  return moreCount > 0 ? `${names}, and ${pluralize(moreCount, "more path", "more paths")}` : names;
}

/** Explains that parts of entered paths aren't used. */
export function cutPathsMessage(paths: readonly string[]): string {
  return `Only the path is used: ${pathNames(paths)}. Hosts, queries, and fragments are removed.`;
}

const readCache = new WeakMap<WebVitals, VitalResponse>();

/** Returns a row's parsed response from a cache. Null without a response. */
export function rowResponse({ data }: Pick<BoardRow, "data">): VitalResponse | null {
  if (data === null) return null;
  const cached = readCache.get(data);
  if (cached) return cached;
  const response = parseVitals(data);
  readCache.set(data, response);
  return response;
}

/** Returns known metrics, then all others. Merges names that differ only in case. */
export function collectMetrics(responses: readonly VitalResponse[]): readonly string[] {
  const metricByKey = new Map<string, string>(VITAL_METRICS.map((metric) => [metric, metric]));
  for (const { metric } of responses.flatMap(({ readings }) => readings)) {
    const key = metricKey(metric);
    if (!metricByKey.has(key)) metricByKey.set(key, metric.trim());
  }
  return [...metricByKey.values()];
}

const RATINGS_WORST_FIRST: readonly VitalRating[] = ["poor", "needs-improvement", "good"];

/** Returns the worst rating and its metrics. Null if no metric is rated. */
export function getWorstRating(
  row: BoardRow,
): { readonly rating: VitalRating; readonly metrics: readonly string[] } | null {
  const readings = rowResponse(row)?.readings ?? [];
  const rating = RATINGS_WORST_FIRST.find((each) => readings.some((reading) => reading.rating === each));
  if (rating === undefined) return null;
  const metrics = readings.filter((reading) => reading.rating === rating).map(({ metric }) => metric);
  return { rating, metrics: [...new Set(metrics)] };
}

function rowSeverity(row: BoardRow): number | null {
  const severities = (rowResponse(row)?.readings ?? []).flatMap(({ severity }) => severity ?? []);
  return severities.reduce<number | null>((highest, each) => Math.max(highest ?? each, each), null);
}

/**
 * Returns the column ID of a metric, regardless of its case. Metric IDs are uppercase, so that they never equal other
 * column IDs.
 */
export function metricColumnId(metric: string): string {
  const encoded = metricKey(metric).replaceAll(
    /[^A-Z\d]/gu,
    (sign) => `_${sign.codePointAt(0)?.toString(16)}_`,
  );
  return encoded || "_";
}

export const DEFAULT_BOARD_SORT: readonly SortStep[] = [{ columnId: "overall", direction: "descending" }];

/** Returns the sort key of a row. Null sorts last in both directions. */
function sortKey(row: BoardRow, columnId: string): number | string | null {
  if (columnId === "path") return pathLabel(row.path);
  if (columnId === "overall") return rowSeverity(row);
  const reading = rowResponse(row)?.readings.find(({ metric }) => metricColumnId(metric) === columnId);
  return reading?.value ?? null;
}

const textCollator = new Intl.Collator(undefined, { numeric: true });

function compareSortKeys(a: number | string, b: number | string): number {
  return typeof a === "number" && typeof b === "number" ? a - b : textCollator.compare(String(a), String(b));
}

/** Sorts rows. Equal rows keep their order. Rows without a value come last in both directions. */
export function sortBoardRows(rows: readonly BoardRow[], sort: readonly SortStep[]): readonly BoardRow[] {
  const steps = sort.length === 0 ? DEFAULT_BOARD_SORT : sort;
  const keyed = rows.map((row) => ({ row, keys: steps.map(({ columnId }) => sortKey(row, columnId)) }));
  keyed.sort((left, right) => {
    for (const [index, { direction }] of steps.entries()) {
      const [a = null, b = null] = [left.keys[index], right.keys[index]];
      if (a === null || b === null) {
        if (a !== b) return a === null ? 1 : -1;
        continue;
      }
      const order = compareSortKeys(a, b);
      if (order !== 0) return direction === "descending" ? -order : order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** Whether a path waits for its first response. Includes failed paths during a retry. */
export function isPending({ data, error, isFetching }: BoardRow): boolean {
  return data === null && (error === null || isFetching);
}

/** Whether a path failed without data, and isn't being retried. */
export function isFailed({ data, error, isFetching }: BoardRow): boolean {
  return data === null && error !== null && !isFetching;
}

/**
 * Returns facts about all paths with data. A period, time zone, percentile, or reference is null if it is unknown or
 * differs between paths. The reference is the period that changes refer to, such as "the week before". `oldest` is the
 * time of the oldest computation.
 */
export function boardFacts(rows: readonly BoardRow[]) {
  const responses = rows.flatMap((row) => rowResponse(row) ?? []).filter(({ hasData }) => hasData);
  const periods = new Set(responses.map(({ period }) => period));
  const zones = new Set(responses.map(({ timezone }) => timezone));
  const percentiles = new Set(
    responses.flatMap(({ readings }) => readings.map((reading) => reading.percentileText)),
  );
  const references = new Set(
    responses.flatMap(({ readings }) => readings.flatMap(({ change }) => change?.reference ?? [])),
  );
  const computedTimes = responses.flatMap(({ computedAt }) => computedAt ?? []);
  return {
    period: singleValue(periods),
    timezone: singleValue(zones),
    percentile: singleValue(percentiles),
    reference: singleValue(references),
    oldest: computedTimes.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    hasDifferentPeriods: periods.size > 1 || percentiles.size > 1,
  };
}

function singleValue<Value>(values: ReadonlySet<Value>): Value | null {
  const [only = null] = values;
  return values.size === 1 ? only : null;
}

/** Describes a failed request for a path. */
export function pathProblem({ path, error }: Pick<BoardRow, "path" | "error">): Problem {
  return (error instanceof HttpError ? describeVitalHttpError(error, path) : null) ?? describeError(error);
}

/** Describes errors that are specific to web vitals. Null for others. */
function describeVitalHttpError(error: HttpError, path: string): Problem | null {
  const response = `Server response: “${error.detail ?? ""}”`;
  if (error.status === 400 && error.attr === "pathname") {
    return path === ALL_PAGES
      ? {
          title: "“All pages” isn't supported",
          detail: `This server returns web vitals for single paths only. Add paths to the board instead. ${response}`,
          canRetry: false,
        }
      : {
          title: "The server rejected this path",
          detail: `Remove it, then add it exactly as it appears in the page's URL. ${response}`,
          canRetry: false,
        };
  }
  if (isEndpointMissing(error)) {
    return {
      title: "Web vitals aren't available on this server",
      detail: "This server has no API endpoint for web vitals.",
      canRetry: false,
    };
  }
  if (error.status === 401 && !error.isAboutKey) {
    return {
      title: "The server blocks cross-origin requests for web vitals",
      detail:
        "Some server versions from 2025 do this. Update the server, or connect through a same-origin proxy that removes the Origin header.",
      canRetry: false,
    };
  }
  if (error.status === 500 && /calculate web vitals/i.test(error.detail ?? "")) {
    return {
      title: "The server couldn't compute these web vitals",
      detail: `Try again, or contact your administrator if this continues. ${response}`,
      canRetry: true,
    };
  }
  return null;
}
