import { getExportContent } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { type OpenFile, openFile } from "@/http/open-file";

/** How a file is asked for. */
export interface ExportFileOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the file of an export; whoever does not read it to its end cancels its stream.
 * @throws as `openFile`; HttpError 404 as long as there is no content.
 */
export function openExportFile(api: Api, id: number, { signal }: ExportFileOptions = {}): Promise<OpenFile> {
  const { client, projectId } = api;
  return openFile(client, getExportContent, {
    path: { project_id: projectId, id },
    query: { download: true },
    signal,
  });
}
