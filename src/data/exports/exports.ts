import { queryOptions } from "@tanstack/react-query";
import { type ExportedAsset, getExport, listExports } from "@/api/exports";
import { type Api, projectKey } from "@/data/backend/backend";
import { createCollection } from "@/data/collection/collection";
import { defineCollection } from "@/data/collection/use-collection";
import { parseInstant } from "@/lib/time/dates";

export function exportScope(api: Api) {
  return projectKey(api, "exports");
}

export function exportKey(api: Api, id: number) {
  return [...exportScope(api), "detail", id] as const;
}

/** Queries for single exports. The list is a collection. */
export const exportQueries = {
  detail: (api: Api, id: number) =>
    queryOptions({
      queryKey: exportKey(api, id),
      queryFn: ({ signal }) =>
        api.client.request(getExport, { path: { project_id: api.projectId, id }, signal }),
    }),
};

/** The API key owner's exports in a project, newest first. */
export const { open: exportCollection, peek: peekExportCollection } = defineCollection(
  (api) => [...exportScope(api), "all"],
  (api) =>
    createCollection<ExportedAsset>({
      getId: (record) => record.id,
      client: api.client,
      fetchPage: (page, signal) =>
        api.client.request(listExports, { path: { project_id: api.projectId }, query: page, signal }),
    }),
);

export function findCachedExport(api: Api, id: number): ExportedAsset | undefined {
  return peekExportCollection(api)?.find(id);
}

/** Updates an export in the loaded list and in the cache, if present. */
export function updateCachedExport(api: Api, record: ExportedAsset): void {
  peekExportCollection(api)?.replace(record);
  const key = exportKey(api, record.id);
  if (api.queryClient.getQueryData(key) !== undefined) api.queryClient.setQueryData(key, record);
}

/** Removes an export from the loaded list. Refetches its details if a component displays them. */
export function removeCachedExport(api: Api, id: number): void {
  const collection = peekExportCollection(api);
  if (collection?.find(id) !== undefined) {
    collection.remove(id);
    collection.adjustCount(-1);
  }
  const queryKey = exportKey(api, id);
  api.queryClient.removeQueries({ queryKey, type: "inactive" });
  void api.queryClient.invalidateQueries({ queryKey });
}

/** State of an export at a given time. Derived, because the API has no status field. */
type ExportState =
  | {
      readonly kind: "pending";
      /** Time since creation in ms, at least 0. Null if unknown. */
      readonly ageMs: number | null;
      readonly isStuck: boolean;
    }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "expired" };

export type ExportSource =
  | { readonly kind: "dashboard"; readonly id: number }
  | { readonly kind: "insight"; readonly id: number }
  | { readonly kind: "recording"; readonly recordingId: string }
  | {
      readonly kind: "query";
      /** Query kind, such as `HogQLQuery`. Null when the context doesn't contain it. */
      readonly query: string | null;
    }
  | { readonly kind: "path"; readonly path: string; readonly method: string | null }
  /** A context in an unknown format. */
  | { readonly kind: "context" }
  | { readonly kind: "none" };

type ExportStatusFields = Pick<ExportedAsset, "has_content" | "exception" | "created_at" | "expires_after">;

const STUCK_AFTER_MS = 10 * 60_000;
const EXPIRING_WITHIN_MS = 7 * 86_400_000;

/** Returns the time until expiry in ms. Null without a valid date. */
function msLeft({ expires_after }: ExportStatusFields, now: Date): number | null {
  const end = expires_after === null ? null : parseInstant(expires_after);
  return end === null ? null : end.getTime() - now.getTime();
}

/** Returns the state at `now`. Content takes precedence over an error message. */
export function getExportState(record: ExportStatusFields, now: Date): ExportState {
  const left = msLeft(record, now);
  if (left !== null && left <= 0) return { kind: "expired" };
  if (record.has_content) return { kind: "ready" };
  const message = record.exception?.trim();
  if (message) return { kind: "failed", message };
  const created = record.created_at === null ? null : parseInstant(record.created_at);
  // The server's clock may be ahead of the browser's.
  const ageMs = created === null ? null : Math.max(0, now.getTime() - created.getTime());
  return { kind: "pending", ageMs, isStuck: ageMs !== null && ageMs >= STUCK_AFTER_MS };
}

/** Whether the file is ready and expires within 7 days. */
export function isExpiring(record: ExportStatusFields, now: Date): boolean {
  const left = msLeft(record, now);
  return getExportState(record, now).kind === "ready" && left !== null && left <= EXPIRING_WITHIN_MS;
}

function textIn(context: object, field: string): string | null {
  const value: unknown = Reflect.get(context, field);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** Without a dashboard or insight, the context determines the source (upstream-facts, Exports). */
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
