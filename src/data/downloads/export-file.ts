import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { normalizeBaseUrl } from "@/api/connection";
import { FileError, NetworkError } from "@/api/errors";
import { type ExportedAsset, getExportContent } from "@/api/exports";
import { type OpenFile, openFile } from "@/api/open-file";
import { buildUrl } from "@/api/prepare-request";
import type { Api } from "@/data/backend/backend";
import { exportKey } from "@/data/exports/exports";

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

const proxySchema = z.object({ address: z.optional(z.string()) });

/** Returns the address of the server behind a proxy on the app's own origin, from `config.json`. Null without one. */
async function fetchProxiedAddress(): Promise<string | null> {
  const response = await fetch("/config.json", { credentials: "omit", cache: "no-cache" });
  const { address = "" } = z.parse(proxySchema, await response.json());
  const server = normalizeBaseUrl(address);
  return server.ok ? server.baseUrl : null;
}

/**
 * Query for the URL of a file that the file storage didn't deliver to this page. The link works for users who are
 * signed in to the server. Null behind a proxy whose server is unknown, because a proxy doesn't forward the sign-in.
 * Disabled for other errors.
 */
export function storageLinkQuery(api: Api, id: number, error: Error | null) {
  return queryOptions({
    queryKey: [...exportKey(api, id), "storage-link"],
    queryFn: async () => {
      const { connection } = api.client;
      const isProxied =
        connection.baseUrl === "" || new URL(connection.baseUrl).origin === globalThis.location.origin;
      const baseUrl = isProxied ? await fetchProxiedAddress() : connection.baseUrl;
      const path = { project_id: api.projectId, id };
      return baseUrl && buildUrl({ ...connection, baseUrl }, getExportContent.path, path, { download: true });
    },
    enabled: isOnStorage(error),
    retry: false,
  });
}
