import { formatWireDate } from "@/mocks/fields";
import { FIRST_DASHBOARD_ID, FIRST_INSIGHT_ID, type SourceFields } from "./catalog";
import { getPersonAt } from "./people";
import { hashText, type Random, seededRandom, seededUuid } from "./random";
import type { SeedContext } from "./world";

export interface ExportRow extends SourceFields {
  readonly id: number;
  readonly export_format: string;
  readonly created_at: string;
  readonly export_context: unknown;
  readonly expires_after: string;
  /** UUID of the creator. Lists contain only the caller's own exports. */
  readonly created_by: string;
  /** A failed export has the text of its exception. */
  readonly outcome: "ready" | "stuck" | { readonly exception: string };
  /** Time from creation to the outcome, in ms. */
  readonly durationMs: number;
}

/** All formats that servers accept (upstream-facts, Exports), with their file extensions. */
export const EXPORT_FORMATS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "application/pdf": "pdf",
  "text/csv": "csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/json": "json",
  "image/gif": "gif",
  "video/webm": "webm",
  "video/mp4": "mp4",
};

const FIRST_ID = 7_001;
const COLLEAGUES_ID = 6_999;
const SIZES = { demo: 40, large: 2_000, empty: 0 } as const;
const DAY_MS = 86_400_000;
/** Default time until an export expires: 26 weeks, from the start of a day (upstream-facts, Exports). */
const RETENTION_DAYS = 26 * 7;
const UNSUPPORTED_VIDEO =
  "This server has no renderer for session recordings, so it couldn't create the video.";
const EXCEPTIONS = [
  "Query exceeded the maximum execution time of 600 seconds.",
  "Timeout 30000ms exceeded while waiting for the page to render.",
  "Memory limit (for query) exceeded: would use 41.2 GiB, maximum: 40.0 GiB.",
];

export const getDefaultExpiry = (created: number) =>
  formatWireDate((Math.floor(created / DAY_MS) + RETENTION_DAYS) * DAY_MS);

/**
 * Plans an export's outcome by ID, after 2 to 20 s. Every video fails. Of the other exports, every 13th fails, and every
 * 97th is stuck.
 */
export function planOutcome(id: number, format: string): Pick<ExportRow, "outcome" | "durationMs"> {
  const durationMs = 2_000 + (hashText(`export ${id}`) % 18_001);
  if (format.startsWith("video/")) return { outcome: { exception: UNSUPPORTED_VIDEO }, durationMs };
  if (id % 97 === 0) return { outcome: "stuck", durationMs };
  if (id % 13 === 0) return { outcome: { exception: EXCEPTIONS[id % 3] ?? "" }, durationMs };
  return { outcome: "ready", durationMs };
}

/** Selects the source by format: recordings for videos and GIFs, queries for JSON, and names for most others. */
function pickSource({ project }: SeedContext, index: number, format: string, random: Random) {
  const none = { dashboard: null, insight: null, export_context: null };
  if (/^video|gif$/.test(format))
    return { ...none, export_context: { session_recording_id: seededUuid(random), duration: 90 } };
  if (format === "application/json" || index % 7 === 3) {
    const source = { kind: index % 2 ? "HogQLQuery" : "TrendsQuery" };
    return { ...none, export_context: { source, filename: `query result ${index + 1}` } };
  }
  if (index % 11 === 5) {
    const path = `/api/projects/${project.id}/persons/?search=harbour`;
    return { ...none, export_context: { path, method: "GET", filename: "persons" } };
  }
  return format === "application/pdf" || (format === "image/png" && index % 3 === 0)
    ? { ...none, dashboard: FIRST_DASHBOARD_ID + (index % project.dashboards.size) }
    : { ...none, insight: FIRST_INSIGHT_ID + ((index * 7) % project.insights.size) };
}

/** Returns an export's age in days. Most are recent, and the last tenth expires within days, at any time of day. */
function getAgeInDays(index: number, size: number, random: Random): number {
  const tenth = Math.floor(size / 10);
  const expiring = index - (size - tenth);
  if (expiring >= 0) return 175.5 + ((expiring + random()) / tenth) * 5.4;
  return ((index + random()) / (size - tenth)) ** 1.5 * 160 + 0.02;
}

/** The four newest exports are about to become ready, stuck, ready, and failed. Times are in seconds. */
const NEWEST: readonly (readonly [age: number, outcome: ExportRow["outcome"], duration: number])[] = [
  [40, "ready", 160],
  [95, "stuck", 0],
  [480, "ready", 14],
  [1_500, { exception: EXCEPTIONS[1] ?? "" }, 31],
];

function createExport(context: SeedContext, index: number, size: number): ExportRow {
  const random = seededRandom(`export 1 ${context.project.id} ${index}`);
  const id = FIRST_ID + size - 1 - index;
  // Any 13 exports in a row contain every format, and common formats more than once.
  const number = [0, 2, 1, 3, 0, 4, 2, 5, 0, 3, 6, 1, 7][index % 13] ?? 0;
  const format = Object.keys(EXPORT_FORMATS)[number] ?? "image/png";
  const newest = NEWEST[index];
  const ageMs = newest ? newest[0] * 1_000 : getAgeInDays(index, size, random) * DAY_MS;
  const created = Math.round(context.seededAt.getTime() - ageMs);
  const hasShortRetention = !newest && index % 9 === 4 && ageMs < 25 * DAY_MS;
  return {
    id,
    ...pickSource(context, index, format, random),
    export_format: format,
    created_at: formatWireDate(created),
    expires_after: hasShortRetention ? formatWireDate(created + 30 * DAY_MS) : getDefaultExpiry(created),
    created_by: getPersonAt(0).user.uuid,
    ...(newest ? { outcome: newest[1], durationMs: newest[2] * 1_000 } : planOutcome(id, format)),
  };
}

/** Exports of the demo keys' owner: 40 in Demo, 2,000 in Large, none in Empty. The oldest belongs to a colleague. */
export function seedExports(context: SeedContext): readonly ExportRow[] {
  const size = SIZES[context.project.size];
  if (size === 0) return [];
  const own = Array.from({ length: size }, (_, index) => createExport(context, index, size));
  const colleague = { id: COLLEAGUES_ID, created_by: getPersonAt(1).user.uuid, outcome: "ready" } as const;
  return [{ ...createExport(context, 4, size), ...colleague }, ...own.reverse()];
}
