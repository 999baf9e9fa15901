import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Client } from "@/api/client";
import { normalizeBaseUrl } from "@/api/connection";
import { FileError, HttpError, NetworkError } from "@/api/errors";
import { type ExportedAsset, getExportContent } from "@/api/exports";
import { buildUrl } from "@/api/fetch-response";
import { type OpenFile, openFile } from "@/api/open-file";
import type { Api } from "@/data/backend/backend";
import { exportKey, getExportState } from "@/data/exports/exports";
import { describeFailure } from "@/data/projects/projects";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";

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

function describeFileError({ reason, status }: FileError): Problem {
  switch (reason) {
    case "storage-silent":
      return {
        title: "Couldn't reach the file storage",
        detail:
          "The server stores the file on another host, which may be down or may block this page (CORS or connect-src). Sign in to the server and download the file there.",
        canRetry: true,
      };
    case "storage-refused":
      return {
        title: "The file storage rejected the download",
        detail: `The storage host returned ${status ?? "an error"}. Try again, or contact the server's administrator.`,
        canRetry: true,
      };
    case "too-long":
      return {
        title: "The file is larger than expected",
        detail: "A proxy may have changed it. Try again.",
        canRetry: true,
      };
    case "none":
      return {
        title: "No files downloaded",
        detail: "See each file for details.",
        canRetry: true,
      };
    case "empty":
      return {
        title: "The file is empty",
        detail: "Run the export again to get a new file.",
        canRetry: true,
      };
    case "web-page":
      return {
        title: "Received a web page instead of the file",
        detail: "Nothing was saved. Check the server address under Connect, and any proxy or sign-in page.",
        canRetry: true,
      };
    case "too-large":
      return {
        title: "The file is too large for this browser",
        detail: "Free up disk space or download fewer files at once. You can also download it on the server.",
        canRetry: true,
      };
  }
}

function describeMissing(record: ExportedAsset, now: Date): Problem {
  const state = getExportState(record, now);
  switch (state.kind) {
    case "expired":
      return {
        title: "The export has expired",
        detail: "Run it again to get a new file.",
        canRetry: false,
      };
    case "failed":
      return {
        title: "The export failed",
        detail: `Run it again. Server response: “${state.message}”`,
        canRetry: false,
      };
    case "pending":
      return {
        title: "The file isn't ready yet",
        detail: "Try again when the export is ready.",
        canRetry: true,
      };
    default:
      return {
        title: "The file no longer exists",
        detail: "It may have expired or been deleted. Run the export again.",
        canRetry: true,
      };
  }
}

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
  if (isMissing && error.detail !== null && !/endpoint|project/i.test(error.detail)) {
    return describeMissing(record, now);
  }
  return describeFailure(client, error);
}

export function mediaTypeWarning(servedType: string, requestedType: string): string {
  return `The file may not open. It was served as ${servedType} instead of ${requestedType}.`;
}

const MAX_NAMED = 5;

/** Returns a warning about files of an unexpected media type in a zip, or null without any. */
export function mediaTypesWarning(fileNames: readonly string[]): string | null {
  if (fileNames.length === 0) return null;
  const more = fileNames.length > MAX_NAMED ? `, and ${fileNames.length - MAX_NAMED} more` : "";
  return `${pluralize(fileNames.length, "file was", "files were")} served with an unexpected media type and may not open: ${fileNames.slice(0, MAX_NAMED).join(", ")}${more}.`;
}

interface FailedFile {
  readonly record: Pick<ExportedAsset, "id">;
  readonly name: string;
  readonly problem: Problem | null;
}

/** Returns the content of the text file that lists the zip's missing files. */
export function failureListText(failures: readonly FailedFile[]): string {
  const lines = failures.map(({ record, name, problem }) => {
    const reason = problem === null ? "The API key was rejected." : `${problem.title}. ${problem.detail}`;
    return `${name} (export ${record.id}): ${reason}`;
  });
  return ["These files couldn't be downloaded:", "", ...lines, ""].join("\r\n");
}
