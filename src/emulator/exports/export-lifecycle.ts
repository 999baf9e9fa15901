import type { ExportRow } from "./export-row";

const DAY_MS = 86_400_000;
/** How long an export is kept when nothing else is asked for: 26 weeks (upstream-facts, Exports). */
const RETENTION_MS = 26 * 7 * DAY_MS;
/** After this long without content servers report a failure themselves: 630 s (upstream-facts, Exports). */
const TIMEOUT_MS = 630_000;
const TIMEOUT_MESSAGE =
  "Export failed without throwing an exception. Please try to rerun this export and contact support if it fails to complete multiple times.";

/** Where an export stands; there is no such field on the wire, only `has_content` and `exception`. */
export type ExportState =
  | { readonly kind: "pending" }
  | { readonly kind: "ready"; readonly at: Date }
  | { readonly kind: "failed"; readonly exception: string };

/** Default end of an export made at an instant. */
export function getDefaultExpiry(created: Date): Date {
  return new Date(created.getTime() + RETENTION_MS);
}

/** Whether an export is gone from list and retrieval. */
export function isExpired(row: ExportRow, now: Date): boolean {
  return Date.parse(row.expires_after) <= now.getTime();
}

/** Milliseconds from an instant until an export is pending no more; 0 when it is not. */
export function getPendingMs(row: ExportRow, now: Date): number {
  const durationMs = row.outcome === "stuck" ? TIMEOUT_MS + 1 : row.takes;
  return Math.max(0, Date.parse(row.created_at) + durationMs - now.getTime());
}

/** Where an export stands at an instant: nothing is stored for it, so reading never writes. */
export function getExportState(row: ExportRow, now: Date): ExportState {
  const created = Date.parse(row.created_at);
  const age = now.getTime() - created;
  if (row.outcome === "stuck") {
    return age > TIMEOUT_MS ? { kind: "failed", exception: TIMEOUT_MESSAGE } : { kind: "pending" };
  }
  if (age < row.takes) return { kind: "pending" };
  if (row.outcome !== "ready") return { kind: "failed", exception: row.outcome.exception };
  return { kind: "ready", at: new Date(created + row.takes) };
}
