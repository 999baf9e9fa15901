import type { ExportedAsset } from "@/contract/exports";
import { parseInstant } from "@/lib/time/dates";

/** Where an export stands at a moment; no such field is on the wire. */
export type ExportState =
  | {
      readonly kind: "pending";
      /** Ms since it was asked for, 0 at least; null where the server does not say when that was. */
      readonly ageMs: number | null;
      /** Without content after 10 minutes: nobody should go on waiting. */
      readonly isStuck: boolean;
    }
  | { readonly kind: "ready" }
  | {
      readonly kind: "failed";
      /** The server's own. */
      readonly message: string;
    }
  | { readonly kind: "expired" };

/** What an export shows. */
export type ExportSource =
  | { readonly kind: "dashboard"; readonly id: number }
  | { readonly kind: "insight"; readonly id: number }
  | { readonly kind: "recording"; readonly recordingId: string }
  | {
      readonly kind: "query";
      /** Such as `HogQLQuery`; null where the context does not name it. */
      readonly query: string | null;
    }
  | { readonly kind: "path"; readonly path: string; readonly method: string | null }
  /** A context of another form. */
  | { readonly kind: "context" }
  | { readonly kind: "none" };

/** The parts of a record that tell where it stands. */
type ExportStatusFields = Pick<ExportedAsset, "has_content" | "exception" | "created_at" | "expires_after">;

/** Age in ms from which a pending export is called stuck. */
const STUCK_AFTER_MS = 10 * 60_000;
/** Ms before its end in which an export is about to expire. */
const EXPIRING_WITHIN_MS = 7 * 86_400_000;

/** Ms from a moment until the record's end; null where it has none that can be read. */
function msLeft({ expires_after }: ExportStatusFields, now: Date): number | null {
  const end = expires_after === null ? null : parseInstant(expires_after);
  return end === null ? null : end.getTime() - now.getTime();
}

/** Where an export stands. Content counts more than words about a failure. */
export function getExportState(record: ExportStatusFields, now: Date): ExportState {
  const left = msLeft(record, now);
  if (left !== null && left <= 0) return { kind: "expired" };
  if (record.has_content) return { kind: "ready" };
  const message = record.exception?.trim();
  if (message) return { kind: "failed", message };
  const created = record.created_at === null ? null : parseInstant(record.created_at);
  // A server whose clock is ahead has made nothing in the future.
  const ageMs = created === null ? null : Math.max(0, now.getTime() - created.getTime());
  return { kind: "pending", ageMs, isStuck: ageMs !== null && ageMs >= STUCK_AFTER_MS };
}

/** Whether the file of an export can be fetched now, and no longer than 7 days. */
export function isExpiring(record: ExportStatusFields, now: Date): boolean {
  const left = msLeft(record, now);
  return getExportState(record, now).kind === "ready" && left !== null && left <= EXPIRING_WITHIN_MS;
}

function textIn(context: object, field: string): string | null {
  const value: unknown = Reflect.get(context, field);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** What an export shows, as far as its context can be understood (upstream-facts, Exports). */
export function getExportSource({
  dashboard,
  insight,
  export_context: context,
}: Pick<ExportedAsset, "dashboard" | "insight" | "export_context">): ExportSource {
  if (dashboard !== null) return { kind: "dashboard", id: dashboard };
  if (insight !== null) return { kind: "insight", id: insight };
  if (context === null || context === undefined) return { kind: "none" };
  if (typeof context !== "object") return { kind: "context" };
  const recordingId = textIn(context, "session_recording_id");
  if (recordingId !== null) return { kind: "recording", recordingId };
  const source: unknown = Reflect.get(context, "source");
  if (typeof source === "object" && source !== null) return { kind: "query", query: textIn(source, "kind") };
  const path = textIn(context, "path");
  if (path !== null) return { kind: "path", path, method: textIn(context, "method") };
  return Object.keys(context).length === 0 ? { kind: "none" } : { kind: "context" };
}
