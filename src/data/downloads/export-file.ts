import { getExportContent } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { type OpenFile, openFile } from "@/http/open-file";

export interface ExportFileOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the file of an export. The caller must read the stream to its end or cancel it.
 * @throws as `openFile`; HttpError 404 while there is no content
 */
export function openExportFile(api: Api, id: number, { signal }: ExportFileOptions = {}): Promise<OpenFile> {
  const { client, projectId } = api;
  return openFile(client, getExportContent, {
    path: { project_id: projectId, id },
    query: { download: true },
    signal,
  });
}
