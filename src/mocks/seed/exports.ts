import { formatWireDate } from "@/mocks/fields";
import type { Stored } from "@/mocks/table";
import { getDashboardId, getInsightId } from "./catalog";
import { getPersonAt } from "./people";
import { hashText, type Random, seededRandom, seededUuid } from "./random";
import type { SeedContext } from "./world";

export interface ExportRow {
  readonly id: number;
  readonly dashboard: number | null;
  readonly insight: number | null;
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
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Default time until an export expires: 26 weeks, from the start of a day (upstream-facts, Exports). */
const RETENTION_DAYS = 26 * 7;
const UNSUPPORTED_VIDEO =
  "This server has no renderer for session recordings, so it couldn't create the video.";
const EXCEPTIONS = [
  "Query exceeded the maximum execution time of 600 seconds.",
  "Timeout 30000ms exceeded while waiting for the page to render.",
  "Memory limit (for query) exceeded: would use 41.2 GiB, maximum: 40.0 GiB.",
] as const;

const isVideo = (format: string) => format.startsWith("video/");

export function getDefaultExpiry(created: Date): string {
  return formatWireDate(new Date((Math.floor(created.getTime() / DAY_MS) + RETENTION_DAYS) * DAY_MS));
}

/**
 * Plans an export's outcome by ID, after 2 to 20 s. Every video fails. Of the other exports, every 13th fails, and every
 * 97th is stuck.
 */
export function planOutcome(id: number, format: string): Pick<ExportRow, "outcome" | "durationMs"> {
  const durationMs = 2 * SECOND_MS + (hashText(`export ${id}`) % (18 * SECOND_MS + 1));
  if (isVideo(format)) return { outcome: { exception: UNSUPPORTED_VIDEO }, durationMs };
  if (id % 97 === 0) return { outcome: "stuck", durationMs };
  if (id % 13 === 0) return { outcome: { exception: EXCEPTIONS[id % EXCEPTIONS.length] ?? "" }, durationMs };
  return { outcome: "ready", durationMs };
}

type Source = Pick<ExportRow, "dashboard" | "insight" | "export_context">;

/** Selects the source by format: recordings for videos and GIFs, queries for JSON, and names for most others. */
function pickSource({ project }: SeedContext, index: number, format: string, random: Random): Source {
  const none = { dashboard: null, insight: null, export_context: null };
  if (isVideo(format) || format === "image/gif") {
    return { ...none, export_context: { session_recording_id: seededUuid(random), duration: 90 } };
  }
  if (format === "application/json" || index % 7 === 3) {
    const kind = index % 2 ? "HogQLQuery" : "TrendsQuery";
    return { ...none, export_context: { source: { kind }, filename: `query result ${index + 1}` } };
  }
  if (index % 11 === 5) {
    const path = `/api/projects/${project.id}/persons/?search=harbour`;
    return { ...none, export_context: { path, method: "GET", filename: "persons" } };
  }
  const isBoard = format === "application/pdf" || (format === "image/png" && index % 3 === 0);
  return isBoard
    ? { ...none, dashboard: getDashboardId(project, index) }
    : { ...none, insight: getInsightId(project, index * 7) };
}

/** Returns an export's age in days. Most are recent, and the last tenth expires within days, at any time of day. */
function getAgeInDays(index: number, size: number, random: Random): number {
  const tenth = Math.floor(size / 10);
  const expiring = index - (size - tenth);
  if (expiring >= 0) return 175.5 + ((expiring + random()) / tenth) * 5.4;
  return ((index + random()) / (size - tenth)) ** 1.5 * 160 + 0.02;
}

/** Age, outcome, and duration of the four newest exports, in seconds: about to become ready, stuck, ready, and failed. */
const NEWEST: readonly (readonly [age: number, outcome: ExportRow["outcome"], duration: number])[] = [
  [40, "ready", 160],
  [95, "stuck", 0],
  [480, "ready", 14],
  [1_500, { exception: EXCEPTIONS[1] }, 31],
];

function createExport(context: SeedContext, index: number, size: number): ExportRow {
  const random = seededRandom(hashText(`export 1 ${context.project.id} ${index}`));
  const id = FIRST_ID + size - 1 - index;
  // Any 13 exports in a row contain every format, and common formats more than once.
  const formats = Object.keys(EXPORT_FORMATS);
  const format = formats[[0, 2, 1, 3, 0, 4, 2, 5, 0, 3, 6, 1, 7][index % 13] ?? 0] ?? "image/png";
  const newest = NEWEST[index];
  const age = newest ? newest[0] * SECOND_MS : getAgeInDays(index, size, random) * DAY_MS;
  const created = new Date(context.seededAt.getTime() - Math.round(age));
  const hasShortRetention = !newest && index % 9 === 4 && age < 25 * DAY_MS;
  return {
    id,
    ...pickSource(context, index, format, random),
    export_format: format,
    created_at: formatWireDate(created),
    expires_after: hasShortRetention
      ? formatWireDate(new Date(created.getTime() + 30 * DAY_MS))
      : getDefaultExpiry(created),
    created_by: getPersonAt(0).user.uuid,
    ...(newest ? { outcome: newest[1], durationMs: newest[2] * SECOND_MS } : planOutcome(id, format)),
  };
}

/** Exports of the demo keys' owner: 40 in Demo, 2,000 in Large, none in Empty. One more belongs to a colleague. */
export function* seedExports(context: SeedContext): Generator<readonly [string, Stored<ExportRow>]> {
  const size = SIZES[context.project.size];
  if (size === 0) return;
  const colleague = { id: COLLEAGUES_ID, created_by: getPersonAt(1).user.uuid, outcome: "ready" } as const;
  yield [String(COLLEAGUES_ID), () => ({ ...createExport(context, 4, size), ...colleague })];
  for (let index = size - 1; index >= 0; index--)
    yield [String(FIRST_ID + size - 1 - index), () => createExport(context, index, size)];
}
