import type { Seed, SeedContext } from "@/emulator/backend/backend";
import { dashboardId, insightId } from "@/emulator/backend/dashboard-catalog";
import { defineResource, emptySeed } from "@/emulator/backend/resource";
import { personAt } from "@/emulator/company/people-seed";
import { canWrite, EXPORT_FORMATS } from "@/emulator/export-files/export-files";
import { hashOf, type Random, rememberEach, seededRandom, seededUuid } from "@/emulator/random/seed-random";
import { wireDate } from "@/emulator/request/request-fields";
import { defaultExpiry } from "./export-lifecycle";
import type { ExportOutcome, ExportRow } from "./export-row";

const FIRST_ID = 7_001;
const DAY = 86_400_000;
const SECOND = 1_000;
const DEMO_EXPORTS = 40;
const LARGE_EXPORTS = 2_000;

const NO_FILMS = "This server has no renderer for session recordings: no film could be made.";
const EXCEPTIONS = [
  "Query exceeded the maximum execution time of 600 seconds.",
  "Timeout 30000ms exceeded while waiting for the page to render.",
  "Memory limit (for query) exceeded: would use 41.2 GiB, maximum: 40.0 GiB.",
] as const;

/** Milliseconds until an export is ready or has failed: 2 to 20 s, the same for the same id. */
function takesOf(id: number): number {
  return 2 * SECOND + (hashOf(`export ${id}`) % (18 * SECOND + 1));
}

/** How an export of an id ends: films fail, every 13th of the others fails, every 97th is stuck. */
export function fateOf(id: number, format: string): Pick<ExportRow, "outcome" | "takes"> {
  const takes = takesOf(id);
  if (!canWrite(format)) return { outcome: { exception: NO_FILMS }, takes };
  if (id % 97 === 0) return { outcome: "stuck", takes };
  if (id % 13 === 0) return { outcome: { exception: EXCEPTIONS[id % EXCEPTIONS.length] ?? "" }, takes };
  return { outcome: "ready", takes };
}

type Source = Pick<ExportRow, "dashboard" | "insight" | "export_context">;

/** What a seed export shows: recordings for films, pictures of boards, rows of insights and queries. */
function sourceOf({ project }: SeedContext, index: number, format: string, random: Random): Source {
  const none = { dashboard: null, insight: null, export_context: null };
  if (!canWrite(format) || format === "image/gif") {
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
    ? { ...none, dashboard: dashboardId(project, index) }
    : { ...none, insight: insightId(project, index * 7) };
}

/** Days before the seed's day: most of them recent, the last tenth about to expire after 26 weeks. */
function ageInDays(index: number, size: number, random: Random): number {
  const tenth = Math.floor(size / 10);
  const expiring = index - (size - tenth);
  if (expiring >= 0) return 175.5 + ((expiring + random()) / tenth) * 6;
  return ((index + random()) / (size - tenth)) ** 1.5 * 160 + 0.02;
}

// The newest ones are under way when the demo is opened first: one gets ready within minutes, one hangs.
const FRESH: readonly { readonly age: number; readonly fate: Pick<ExportRow, "outcome" | "takes"> }[] = [
  { age: 40 * SECOND, fate: { outcome: "ready", takes: 160 * SECOND } },
  { age: 95 * SECOND, fate: { outcome: "stuck", takes: 0 } },
  { age: 480 * SECOND, fate: { outcome: "ready", takes: 14 * SECOND } },
  { age: 1_500 * SECOND, fate: { outcome: { exception: EXCEPTIONS[1] }, takes: 31 * SECOND } },
];

function exportAt(context: SeedContext, index: number, size: number, owner: string): ExportRow {
  const random = seededRandom(hashOf(`export ${context.seed} ${context.project.id} ${index}`));
  const id = FIRST_ID + size - 1 - index;
  // Each round of thirteen has every format once and the common ones more often.
  const format = EXPORT_FORMATS[[0, 2, 1, 3, 0, 4, 2, 5, 0, 3, 6, 1, 7][index % 13] ?? 0] ?? "image/png";
  const fresh = FRESH[index];
  const age = fresh ? fresh.age : ageInDays(index, size, random) * DAY;
  const created = new Date(context.seededAt.getTime() - Math.round(age));
  const keptShort = !fresh && index % 9 === 4 && age < 25 * DAY;
  const expires = keptShort ? new Date(created.getTime() + 30 * DAY) : defaultExpiry(created);
  return {
    id,
    ...sourceOf(context, index, format, random),
    export_format: format,
    created_at: wireDate(created),
    expires_after: wireDate(expires),
    created_by: owner,
    ...(fresh?.fate ?? fateOf(id, format)),
  };
}

function seedExports(context: SeedContext): Seed<ExportRow> {
  if (context.project.size === "empty") return emptySeed();
  const size = context.project.size === "large" ? LARGE_EXPORTS : DEMO_EXPORTS;
  // The holder of the demo keys: lists show one's own exports alone.
  const owner = personAt(context.seed, 0).user.uuid;
  return {
    size,
    at: rememberEach((index) => exportAt(context, index, size, owner)),
    indexOf(id) {
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
    [row.id, row.takes].every((field) => typeof field === "number") &&
    [row.export_format, row.created_at, row.expires_after, row.created_by].every(
      (field) => typeof field === "string",
    ) &&
    isSource(row.dashboard) &&
    isSource(row.insight) &&
    "export_context" in row &&
    isOutcome(row.outcome)
  );
}

/** Exports of a project: 40 in Demo, 2,000 in Large, none in Empty. */
export const exportedAssets = defineResource<ExportRow>({
  name: "exports",
  idOf: (row) => String(row.id),
  isRow: isExportRow,
  seed: seedExports,
});
