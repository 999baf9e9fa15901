import type { Seed, SeedContext } from "@/emulator/backend/backend";
import { getDashboardId, getInsightId } from "@/emulator/backend/dashboard-catalog";
import { defineResource, emptySeed } from "@/emulator/backend/resource";
import { getPersonAt } from "@/emulator/company/people-seed";
import { canCreateFile, EXPORT_FORMATS } from "@/emulator/export-files/export-files";
import {
  hashText,
  memoizeByIndex,
  type Random,
  seededRandom,
  seededUuid,
} from "@/emulator/random/seed-random";
import { formatWireDate } from "@/emulator/request/request-fields";
import { getDefaultExpiry } from "./export-lifecycle";
import { EXCEPTIONS, planOutcome } from "./export-outcome";
import type { ExportOutcome, ExportRow } from "./export-row";

const FIRST_ID = 7_001;
const COLLEAGUES_ID = 6_999;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** One export belongs to a colleague. It copies the export at this index. */
const COLLEAGUE_INDEX = 4;
const DEMO_EXPORTS = 40;
const LARGE_EXPORTS = 2_000;

type Source = Pick<ExportRow, "dashboard" | "insight" | "export_context">;

/**
 * Selects the source, mostly by format: recordings for videos and GIFs, queries for JSON, and
 * dashboards or insights for most others.
 */
function pickSource({ project }: SeedContext, index: number, format: string, random: Random): Source {
  const none = { dashboard: null, insight: null, export_context: null };
  if (!canCreateFile(format) || format === "image/gif") {
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

/**
 * Returns an export's age in days at the last reset. Most exports are recent. The last tenth is
 * almost 26 weeks old, so these exports expire soon.
 */
function getAgeInDays(index: number, size: number, random: Random): number {
  const tenth = Math.floor(size / 10);
  const expiring = index - (size - tenth);
  if (expiring >= 0) return 175.5 + ((expiring + random()) / tenth) * 6;
  return ((index + random()) / (size - tenth)) ** 1.5 * 160 + 0.02;
}

// The four newest exports. When the demo first opens, one is about to become ready, one is stuck,
// one is ready, and one has failed.
const NEWEST_EXPORTS: readonly {
  readonly age: number;
  readonly planned: Pick<ExportRow, "outcome" | "durationMs">;
}[] = [
  { age: 40 * SECOND_MS, planned: { outcome: "ready", durationMs: 160 * SECOND_MS } },
  { age: 95 * SECOND_MS, planned: { outcome: "stuck", durationMs: 0 } },
  { age: 480 * SECOND_MS, planned: { outcome: "ready", durationMs: 14 * SECOND_MS } },
  { age: 1_500 * SECOND_MS, planned: { outcome: { exception: EXCEPTIONS[1] }, durationMs: 31 * SECOND_MS } },
];

function createExportRow(context: SeedContext, index: number, size: number, owner: string): ExportRow {
  const random = seededRandom(hashText(`export ${context.seed} ${context.project.id} ${index}`));
  const id = FIRST_ID + size - 1 - index;
  // Any 13 exports in a row contain every format, and common formats more than once.
  const format = EXPORT_FORMATS[[0, 2, 1, 3, 0, 4, 2, 5, 0, 3, 6, 1, 7][index % 13] ?? 0] ?? "image/png";
  const newest = NEWEST_EXPORTS[index];
  const age = newest ? newest.age : getAgeInDays(index, size, random) * DAY_MS;
  const created = new Date(context.seededAt.getTime() - Math.round(age));
  const hasShortRetention = !newest && index % 9 === 4 && age < 25 * DAY_MS;
  const expires = hasShortRetention ? new Date(created.getTime() + 30 * DAY_MS) : getDefaultExpiry(created);
  return {
    id,
    ...pickSource(context, index, format, random),
    export_format: format,
    created_at: formatWireDate(created),
    expires_after: formatWireDate(expires),
    created_by: owner,
    ...(newest?.planned ?? planOutcome(id, format)),
  };
}

function seedExports(context: SeedContext): Seed<ExportRow> {
  if (context.project.size === "empty") return emptySeed();
  const size = context.project.size === "large" ? LARGE_EXPORTS : DEMO_EXPORTS;
  // The demo keys' owner creates the exports, because lists contain only the caller's own exports.
  const owner = getPersonAt(context.seed, 0).user.uuid;
  const colleague = getPersonAt(context.seed, 1).user.uuid;
  return {
    // The last export belongs to a colleague. Other users' lists don't contain it.
    size: size + 1,
    at: memoizeByIndex((index) =>
      index < size
        ? createExportRow(context, index, size, owner)
        : {
            ...createExportRow(context, COLLEAGUE_INDEX, size, colleague),
            id: COLLEAGUES_ID,
            created_by: colleague,
            outcome: "ready" as const,
          },
    ),
    indexOf(id) {
      if (Number(id) === COLLEAGUES_ID) return size;
      const index = FIRST_ID + size - 1 - Number(id);
      return Number.isInteger(index) && index >= 0 && index < size ? index : undefined;
    },
  };
}

function isOutcome(value: unknown): value is ExportOutcome {
  if (value === "ready" || value === "stuck") return true;
  return (
    typeof value === "object" && value !== null && "exception" in value && typeof value.exception === "string"
  );
}

function isExportRow(value: unknown): value is ExportRow {
  if (typeof value !== "object" || value === null) return false;
  const row: Partial<Record<keyof ExportRow, unknown>> = value;
  const isSource = (id: unknown) => id === null || typeof id === "number";
  return (
    [row.id, row.durationMs].every((field) => typeof field === "number") &&
    [row.export_format, row.created_at, row.expires_after, row.created_by].every(
      (field) => typeof field === "string",
    ) &&
    isSource(row.dashboard) &&
    isSource(row.insight) &&
    "export_context" in row &&
    isOutcome(row.outcome)
  );
}

/**
 * A project's exports: 40 in Demo, 2,000 in Large, none in Empty. Demo and Large also have one
 * export of a colleague.
 */
export const exportsResource = defineResource<ExportRow>({
  name: "exports",
  getId: (row) => String(row.id),
  isRow: isExportRow,
  seed: seedExports,
});
