import { formatWireDate } from "@/mocks/fields";
import { FIRST_DASHBOARD_ID, FIRST_INSIGHT_ID, type SourceFields } from "./catalog";
import { getUser } from "./people";
import { hashText, seededRandom, seededUuid } from "./random";
import type { SeedContext } from "./world";

export interface ExportRow extends SourceFields {
  readonly id: number;
  readonly export_format: string;
  readonly created_at: string;
  readonly export_context: unknown;
  readonly expires_after: string;
  /** UUID of the creator. Lists contain only the caller's own exports. */
  readonly created_by: string;
  /** Time from creation to the file or the exception, in ms. */
  readonly durationMs: number;
  readonly exception: string | null;
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
/** Servers report a failure after 630 s without content (upstream-facts, Exports). */
export const STUCK = {
  durationMs: 630_000,
  exception:
    "Export failed without throwing an exception. Please try to rerun this export and contact support if it fails to complete multiple times.",
};
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

/** Plans an outcome by ID, after 2 to 20 s: videos and every 13th export fail, and every 97th is stuck. */
export function planOutcome(id: number, format: string): Pick<ExportRow, "durationMs" | "exception"> {
  if (id % 97 === 0) return STUCK;
  const exception = format.startsWith("video/") ? UNSUPPORTED_VIDEO : EXCEPTIONS[id % 3];
  const isFailed = format.startsWith("video/") || id % 13 === 0;
  return {
    durationMs: 2_000 + (hashText(`export ${id}`) % 18_001),
    exception: (isFailed && exception) || null,
  };
}

/** Format and source of any 13 exports in a row. */
const KINDS = [
  ..."png dashboard,csv insight,pdf dashboard,xlsx insight,png insight,json query,csv path".split(","),
  ..."gif recording,png query,xlsx insight,webm recording,pdf dashboard,mp4 recording".split(","),
];

/** The four newest exports are about to become ready, stuck, ready, and failed. */
const NEWEST = [
  { ageMs: 40_000, durationMs: 160_000, exception: null },
  { ageMs: 95_000, ...STUCK },
  { ageMs: 480_000, durationMs: 14_000, exception: null },
  { ageMs: 1_500_000, durationMs: 31_000, exception: EXCEPTIONS[1] ?? null },
];

function createExport({ project, seededAt }: SeedContext, index: number, size: number): ExportRow {
  const id = FIRST_ID + size - 1 - index;
  const [extension, kind] = KINDS[index % KINDS.length]?.split(" ") ?? [];
  const [format] = Object.entries(EXPORT_FORMATS).find(([, each]) => each === extension) ?? ["image/png"];
  // Most are recent, and the last ones expire within days.
  const planned = { ageMs: ((index + 0.5) / size) ** 1.5 * 181 * DAY_MS, ...planOutcome(id, format) };
  const { ageMs, ...outcome } = NEWEST[index] ?? planned;
  const created = Math.round(seededAt.getTime() - ageMs);
  const contexts: Readonly<Record<string, object>> = {
    path: { path: `/api/projects/${project.id}/persons/`, method: "GET", filename: "persons" },
    query: { source: { kind: "HogQLQuery" }, filename: `query result ${index + 1}` },
    recording: { session_recording_id: seededUuid(seededRandom(`recording ${id}`)), duration: 90 },
  };
  return {
    id,
    dashboard: kind === "dashboard" ? FIRST_DASHBOARD_ID + (index % project.dashboards.size) : null,
    insight: kind === "insight" ? FIRST_INSIGHT_ID + ((index * 7) % project.insights.size) : null,
    export_context: contexts[kind ?? ""] ?? null,
    export_format: format,
    created_at: formatWireDate(created),
    expires_after: getDefaultExpiry(created),
    created_by: getUser(0).uuid,
    ...outcome,
  };
}

/** Exports of the demo keys' owner: 40 in Demo, 2,000 in Large, none in Empty. The oldest belongs to a colleague. */
export function seedExports(context: SeedContext): readonly ExportRow[] {
  const size = SIZES[context.project.size];
  if (size === 0) return [];
  const own = Array.from({ length: size }, (_, index) => createExport(context, index, size));
  const colleague = { id: COLLEAGUES_ID, created_by: getUser(1).uuid, exception: null };
  return [{ ...createExport(context, 4, size), ...colleague }, ...own.reverse()];
}
