import type { QueryClient } from "@tanstack/react-query";
import { createExport, type ExportCreation, type ExportedAsset } from "@/contract/exports";
import { storeRecentSource } from "@/data/browser-storage/recent-sources";
import { sourceKeyOf } from "@/data/catalog/source-labels";
import type { Api } from "@/data/client/api-context";
import { refreshCollections } from "@/data/collection/use-collection";
import { type ChangeOrigin, fieldChanges } from "@/data/journal/journal-entry";
import { isOutcomeUncertain, sendJournaled } from "@/data/journal/journaled-request";
import { getExportSource } from "./export-state";
import { exportKey, exportScope, prependExport } from "./exports";

/** Some servers respond only after the file is ready (upstream-facts, Exports). */
const CREATION_TIMEOUT_MS = 15 * 60_000;

export interface CreateExportOptions {
  readonly entryId: string;
  readonly signal: AbortSignal;
  readonly origin: ChangeOrigin;
}

function getFallbackName({
  dashboard = null,
  insight = null,
  export_context = null,
}: ExportCreation): string {
  const source = getExportSource({ dashboard, insight, export_context });
  switch (source.kind) {
    case "dashboard":
      return `Export of dashboard ${source.id}`;
    case "insight":
      return `Export of insight ${source.id}`;
    case "recording":
      return `Export of recording ${source.recordingId}`;
    default:
      return "Export of a custom definition";
  }
}

/**
 * Creates an export, records it in the journal, and adds it to the cache and the loaded list. Can take minutes.
 * Rejects like `Client.request`.
 */
export async function createExportJournaled(
  queryClient: QueryClient,
  api: Api,
  body: ExportCreation,
  { entryId, signal, origin }: CreateExportOptions,
): Promise<ExportedAsset> {
  const name = getFallbackName(body);
  try {
    const { response } = await sendJournaled(api, {
      intent: {
        resource: "export",
        recordId: null,
        name,
        kind: "created",
        changes: fieldChanges({}, body, null),
      },
      scope: exportScope(api),
      origin,
      entryId,
      send: () =>
        api.client.request(createExport, {
          path: { project_id: api.projectId },
          body,
          signal,
          timeoutMs: CREATION_TIMEOUT_MS,
        }),
      describeResponse: (record) => ({
        recordId: record.id,
        name: record.filename?.trim() || name,
        changes: fieldChanges({}, body, record),
      }),
    });
    const source = sourceKeyOf(response);
    if (source !== null) storeRecentSource(api, source);
    queryClient.setQueryData(exportKey(api, response.id), response);
    prependExport(queryClient, api, response);
    return response;
  } catch (error) {
    // If the server has created the export, the refresh shows it.
    if (isOutcomeUncertain(error)) refreshCollections(queryClient, exportScope(api), false);
    throw error;
  }
}
