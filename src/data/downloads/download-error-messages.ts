import type { Client } from "@/api/client";
import { FileError, HttpError } from "@/api/errors";
import type { ExportedAsset } from "@/api/exports";
import { describeFailure } from "@/data/client/describe-failure";
import { getExportState } from "@/data/exports/export-state";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";

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
