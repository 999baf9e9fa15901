import type { ExportRow } from "./export-row";

const DAY_MS = 86_400_000;
/** Default time until an export expires: 26 weeks, from the start of a day (upstream-facts, Exports). */
const RETENTION_DAYS = 26 * 7;
/** Servers report a failure after 630 s without content (upstream-facts, Exports). */
const TIMEOUT_MS = 630_000;
const TIMEOUT_MESSAGE =
  "Export failed without throwing an exception. Please try to rerun this export and contact support if it fails to complete multiple times.";

/** State of an export. The API has only `has_content` and `exception`. */
export type ExportState =
  | { readonly kind: "pending" }
  | { readonly kind: "ready"; readonly at: Date }
  | { readonly kind: "failed"; readonly exception: string };

export function getDefaultExpiry(created: Date): Date {
  return new Date((Math.floor(created.getTime() / DAY_MS) + RETENTION_DAYS) * DAY_MS);
}

/** Whether an export has expired. Expired exports are neither listed nor available. */
export function isExpired(row: ExportRow, now: Date): boolean {
  return Date.parse(row.expires_after) <= now.getTime();
}

/** Returns the time until a pending export is ready or fails, in ms. Returns 0 for other exports. */
export function getPendingMs(row: ExportRow, now: Date): number {
  const durationMs = row.outcome === "stuck" ? TIMEOUT_MS + 1 : row.durationMs;
  return Math.max(0, Date.parse(row.created_at) + durationMs - now.getTime());
}

/** Returns the state at an instant. The state is computed rather than stored, so reads never write. */
export function getExportState(row: ExportRow, now: Date): ExportState {
  const created = Date.parse(row.created_at);
  const age = now.getTime() - created;
  if (row.outcome === "stuck") {
    return age > TIMEOUT_MS ? { kind: "failed", exception: TIMEOUT_MESSAGE } : { kind: "pending" };
  }
  if (age < row.durationMs) return { kind: "pending" };
  if (row.outcome !== "ready") return { kind: "failed", exception: row.outcome.exception };
  return { kind: "ready", at: new Date(created + row.durationMs) };
}
