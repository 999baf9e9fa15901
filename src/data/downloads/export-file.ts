import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Client } from "@/api/client";
import { normalizeBaseUrl } from "@/api/connection";
import { FileError, type FileErrorReason, HttpError, NetworkError } from "@/api/errors";
import { type ExportedAsset, getExportContent } from "@/api/exports";
import { buildUrl } from "@/api/fetch-response";
import { type OpenFile, openFile } from "@/api/open-file";
import type { Api } from "@/data/backend/backend";
import { exportKey, getExportState } from "@/data/exports/exports";
import { describeFailure } from "@/data/projects/projects";
import type { Problem } from "@/lib/text/problem";

/** Servers can send this format without a redirect (server-generations, Exports). */
const DIRECT_FORMAT = "image/png";

/** Whether a storage host failed to deliver the file. In older browsers, the app doesn't follow the redirect to it. */
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
  signal?: AbortSignal,
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

const FILE_ERRORS: Readonly<Record<FileErrorReason, readonly [title: string, detail: string]>> = {
  "storage-silent": [
    "Couldn't reach the file storage",
    "The server stores the file on another host, which may be down or may block this page (CORS or connect-src). Sign in to the server and download the file there.",
  ],
  "storage-refused": [
    "The file storage rejected the download",
    "Try again, or contact the server's administrator.",
  ],
  "too-long": ["The file is larger than expected", "A proxy may have changed it. Try again."],
  none: ["No files downloaded", "See each file for details."],
  empty: ["The file is empty", "Run the export again to get a new file."],
  "web-page": [
    "Received a web page instead of the file",
    "Nothing was saved. Check the server address under Connect, and any proxy or sign-in page.",
  ],
  "too-large": [
    "The file is too large for this browser",
    "Free up disk space or download fewer files at once. You can also download it on the server.",
  ],
};

function describeFileError({ reason, status }: FileError): Problem {
  const [title, advice] = FILE_ERRORS[reason];
  const cause = reason === "storage-refused" ? `The storage host returned ${status ?? "an error"}. ` : "";
  return { title, detail: `${cause}${advice}`, canRetry: true };
}

const MISSING_FILES = {
  expired: { title: "The export has expired", detail: "Run it again to get a new file.", canRetry: false },
  pending: {
    title: "The file isn't ready yet",
    detail: "Try again when the export is ready.",
    canRetry: true,
  },
  ready: {
    title: "The file no longer exists",
    detail: "It may have expired or been deleted. Run the export again.",
    canRetry: true,
  },
} as const;

/** Describes a failed download. Returns null for a rejected API key, which the app reports once for all pages. */
export function describeDownloadError(
  client: Client,
  record: ExportedAsset,
  error: unknown,
  now = new Date(),
): Problem | null {
  if (error instanceof FileError) return describeFileError(error);
  const isMissing = error instanceof HttpError && error.status === 404;
  // A 404 without a detail comes from a wrong URL. A detail about the endpoint or project says
  // nothing about the export.
  if (!isMissing || error.detail === null || /endpoint|project/i.test(error.detail))
    return describeFailure(client, error);
  const state = getExportState(record, now);
  if (state.kind !== "failed") return MISSING_FILES[state.kind];
  const detail = `Run it again. Server response: “${state.message}”`;
  return { title: "The export failed", detail, canRetry: false };
}
