import type { QueryClient } from "@tanstack/react-query";
import { createExport, type ExportCreation, type ExportedAsset } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { refreshCollections } from "@/data/collection/use-collection";
import { fieldChanges, type WriteOrigin } from "@/data/journal/journal-entry";
import { mayBeDone, recordWrite } from "@/data/journal/journaled-request";
import { sourceOf } from "./export-state";
import { exportKey, exportScope, showNewExport } from "./exports";

/** Ms until a creation is given up: some servers answer only when the file is there (upstream-facts, Exports). */
const CREATION_TIMEOUT = 15 * 60_000;

/** How a creation is sent. */
export interface ExportSending {
  /** The id that its journal entry gets. */
  readonly entryId: string;
  readonly signal: AbortSignal;
  readonly origin: WriteOrigin;
}

/** What a person calls an export that has no file name yet. */
function wishedName({ dashboard = null, insight = null, export_context = null }: ExportCreation): string {
  const source = sourceOf({ dashboard, insight, export_context });
  switch (source.kind) {
    case "dashboard":
      return `Export of dashboard ${source.id}`;
    case "insight":
      return `Export of insight ${source.id}`;
    case "recording":
      return `Export of recording ${source.recordingId}`;
    default:
      return "Export of a context";
  }
}

/**
 * Makes an export, notes it in the journal, and shows it in the cache and the loaded list. May take minutes. Throws as
 * `Client.request`.
 */
export async function createExportRecorded(
  queries: QueryClient,
  api: Api,
  body: ExportCreation,
  { entryId, signal, origin }: ExportSending,
): Promise<ExportedAsset> {
  const name = wishedName(body);
  try {
    const { answer } = await recordWrite(api, {
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
          timeout: CREATION_TIMEOUT,
        }),
      noteAnswer: (record) => ({
        recordId: record.id,
        name: record.filename?.trim() || name,
        changes: fieldChanges({}, body, record),
      }),
    });
    queries.setQueryData(exportKey(api, answer.id), answer);
    showNewExport(queries, api, answer);
    return answer;
  } catch (error) {
    // Where it was made all the same, the list tells.
    if (mayBeDone(error)) refreshCollections(queries, exportScope(api), false);
    throw error;
  }
}
