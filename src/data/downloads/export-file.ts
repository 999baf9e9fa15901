import { type ExportedAsset, getExportContent } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { NetworkError } from "@/http/errors";
import { FileError } from "@/http/file-error";
import { type OpenFile, openFile } from "@/http/open-file";
import { buildUrl } from "@/http/url";

export interface ExportFileOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Servers can send this format without a redirect (server-generations, Exports). */
const DIRECT_FORMAT = "image/png";

/**
 * Whether a storage host failed to deliver the file. In older browsers, the app doesn't follow the
 * redirect to that host.
 */
function isOnStorage(error: unknown): boolean {
  if (error instanceof NetworkError) return error.reason === "redirect";
  return error instanceof FileError && error.reason.startsWith("storage-");
}

/**
 * Opens an export's file. The caller must read the stream to the end or cancel it. If the file
 * storage fails to deliver an image, requests the image from the server itself.
 * @throws the errors of `openFile`
 * @throws HttpError 404 while the export has no content
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
 * Returns the URL of a file that the file storage didn't deliver to this page. The link works for users who are
 * signed in to the server. Returns null for other errors, and behind a proxy, which doesn't forward the sign-in.
 */
export function getStorageLink(api: Api, id: number, error: unknown): string | null {
  const { connection } = api.client;
  const isProxied =
    connection.baseUrl === "" || new URL(connection.baseUrl).origin === globalThis.location.origin;
  if (!isOnStorage(error) || isProxied) return null;
  return buildUrl(connection, getExportContent.path, { project_id: api.projectId, id }, { download: true });
}
