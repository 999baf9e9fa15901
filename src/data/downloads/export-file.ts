import { type ExportedAsset, getExportContent } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { NetworkError } from "@/http/errors";
import { FileError } from "@/http/file-error";
import { type OpenFile, openFile } from "@/http/open-file";
import { buildUrl } from "@/http/url";

export interface ExportFileOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Servers send this format without a redirect on request (server-generations, Exports). */
const DIRECT_FORMAT = "image/png";

/** Whether the server has the file on another host, which didn't deliver it. Older browsers don't ask that host. */
function isOnStorage(error: unknown): boolean {
  if (error instanceof NetworkError) return error.reason === "redirect";
  return error instanceof FileError && error.reason.startsWith("storage-");
}

/**
 * Opens the file of an export. The caller must read the stream to its end or cancel it. A picture that the file storage
 * doesn't deliver is read from the server itself.
 * @throws as `openFile`; HttpError 404 while there is no content
 */
export async function openExportFile(
  api: Api,
  { id, export_format }: Pick<ExportedAsset, "id" | "export_format">,
  { signal }: ExportFileOptions = {},
): Promise<OpenFile> {
  const { client, projectId } = api;
  const path = { project_id: projectId, id };
  try {
    return await openFile(client, getExportContent, { path, query: { download: true }, signal });
  } catch (error) {
    if (export_format !== DIRECT_FORMAT || !isOnStorage(error)) throw error;
    return openFile(client, getExportContent, { path, query: { direct: true }, signal });
  }
}

/**
 * Returns the address of a file that this page can't load from the file storage, for people who are signed in to the
 * server. Null for other errors, and behind a proxy, which forwards no sign-in.
 */
export function getStorageLink(api: Api, id: number, error: unknown): string | null {
  const { connection } = api.client;
  const isProxied =
    connection.baseUrl === "" || new URL(connection.baseUrl).origin === globalThis.location.origin;
  if (!isOnStorage(error) || isProxied) return null;
  return buildUrl(connection, getExportContent.path, { project_id: api.projectId, id }, { download: true });
}
