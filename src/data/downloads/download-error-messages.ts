import type { ExportedAsset } from "@/contract/exports";
import { describeFailure } from "@/data/client/describe-failure";
import { getExportState } from "@/data/exports/export-state";
import type { Client } from "@/http/client";
import { HttpError } from "@/http/errors";
import { FileError } from "@/http/file-error";
import type { Problem } from "@/lib/text/problem";
import { MEMORY_LIMIT_LABEL } from "./opfs-file";

function describeFileError({ reason, status }: FileError): Problem {
  switch (reason) {
    case "storage-silent":
      return {
        title: "The file is kept on another host, which this page cannot read",
        detail:
          "The server sent the request on, without the key, and nothing readable came back. That host may be down, not allow requests from this page (CORS), or be missing in the connect-src of this site. The file can be fetched on the server itself.",
        canRetry: true,
      };
    case "storage-refused":
      return {
        title: "The host that keeps the file refused it",
        detail: `The server sent the request on, without the key, and that host answered ${status ?? "with an error"}. Its links end soon: try again; if it stays, tell whoever runs the server.`,
        canRetry: true,
      };
    case "too-long":
      return {
        title: "The file is longer than announced",
        detail: "More bytes came than the server said there are: something in between has changed it.",
        canRetry: true,
      };
    case "none":
      return {
        title: "Not one of the files came",
        detail: "So there is no archive. Why stands beside each of them.",
        canRetry: true,
      };
    case "empty":
      return {
        title: "The file is empty",
        detail: "It came with 0 bytes, so there is nothing to save. Run the export again.",
        canRetry: true,
      };
    case "web-page":
      return {
        title: "A web page came instead of the file",
        detail:
          "Nothing was saved. A proxy or a sign-in page may stand in between, or the address under Connect is that of a website.",
        canRetry: true,
      };
    case "no-room":
      return {
        title: "There is no room for the file",
        detail:
          "The browser gives this site no more space on the device. Free some, or download fewer at once, then try again.",
        canRetry: true,
      };
    case "too-large":
      return {
        title: "The file is too large for this browser",
        detail: `It lets this page keep files in memory only, at most ${MEMORY_LIMIT_LABEL}; in a private window that is usual. A normal window of a current browser writes it to the disk.`,
        canRetry: false,
      };
  }
}

/** Why an export that has no file has none. */
function describeMissing(record: ExportedAsset, now: Date): Problem {
  const state = getExportState(record, now);
  switch (state.kind) {
    case "expired":
      return {
        title: "The export has expired",
        detail: "The server keeps its file no longer. Run it again to have a new one.",
        canRetry: false,
      };
    case "failed":
      return {
        title: "The export failed, so it has no file",
        detail: `The server says: “${state.message}” Run it again.`,
        canRetry: false,
      };
    case "pending":
      return {
        title: "The file is not ready yet",
        detail: "The server is still making it. Try again when it is ready.",
        canRetry: true,
      };
    default:
      return {
        title: "The file is not there any more",
        detail:
          "The server had it, and does not find it now: it may have expired or been removed. Run the export again.",
        canRetry: true,
      };
  }
}

/** A failed file in words; null where the app itself says it, once for every page: nothing else may then. */
export function describeDownloadError(
  client: Client,
  record: ExportedAsset,
  error: unknown,
  now = new Date(),
): Problem | null {
  if (error instanceof FileError) return describeFileError(error);
  const isMissing = error instanceof HttpError && error.status === 404;
  // Without the API's words the address is wrong, and with these the whole endpoint is.
  if (isMissing && error.detail !== null && !/endpoint|project/i.test(error.detail)) {
    return describeMissing(record, now);
  }
  return describeFailure(client, error);
}
