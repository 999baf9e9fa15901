import type { ExportRow } from "./export-row";

const DAY_MS = 86_400_000;
/** Default time until an export expires: 26 weeks (upstream-facts, Exports). */
const RETENTION_MS = 26 * 7 * DAY_MS;
/** Servers report a failure after this time without content: 630 s (upstream-facts, Exports). */
const TIMEOUT_MS = 630_000;
const TIMEOUT_MESSAGE =
  "Export failed without throwing an exception. Please try to rerun this export and contact support if it fails to complete multiple times.";

/** An export's state. The API has no such field, only `has_content` and `exception`. */
export type ExportState =
  | { readonly kind: "pending" }
  | { readonly kind: "ready"; readonly at: Date }
  | { readonly kind: "failed"; readonly exception: string };

export function getDefaultExpiry(created: Date): Date {
  return new Date(created.getTime() + RETENTION_MS);
}

/** Whether an export is no longer listed or retrievable. */
export function isExpired(row: ExportRow, now: Date): boolean {
  return Date.parse(row.expires_after) <= now.getTime();
}

/** Returns the milliseconds until a pending export gets its outcome, or 0 when the export isn't pending. */
export function getPendingMs(row: ExportRow, now: Date): number {
  const durationMs = row.outcome === "stuck" ? TIMEOUT_MS + 1 : row.takes;
  return Math.max(0, Date.parse(row.created_at) + durationMs - now.getTime());
}

/** Computes the state at an instant. The state isn't stored, so that reading never writes. */
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
