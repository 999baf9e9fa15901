import type { ExportDownload } from "@/data/downloads/export-downloads";
import { formatBytes } from "@/lib/file/byte-size";
import { formatCount, pluralize } from "@/lib/text/numbers";

/** Formats the state of a download: "34 MB of 120 MB" or "Saved, 34 MB". */
export function downloadStateLabel(download: ExportDownload): string {
  const { state, bytesDone, failures, problem } = download;
  switch (state) {
    case "waiting":
      return "Queued";
    case "receiving":
      return formatDownloadProgress(download);
    case "saved": {
      const savedCount = `Saved, ${formatBytes(bytesDone)}`;
      return failures.length === 0
        ? savedCount
        : `${savedCount}. ${pluralize(failures.length, "file", "files")} failed`;
    }
    case "cancelled":
      return "Canceled";
    case "failed":
      return `Not saved. ${problem?.title ?? "The API key was rejected"}`;
  }
}

function formatDownloadProgress({ records, bytesDone, bytesTotal, filesDone }: ExportDownload): string {
  const bytes = formatBytes(bytesDone);
  if (records.length > 1)
    return `${formatCount(filesDone)} of ${formatCount(records.length)} files, ${bytes}`;
  return bytesTotal === null ? bytes : `${bytes} of ${formatBytes(bytesTotal)}`;
}

/** Returns the progress from 0 to 1. Null when the total is unknown. */
export function downloadFraction({
  records,
  bytesDone,
  bytesTotal,
  filesDone,
}: ExportDownload): number | null {
  if (records.length > 1) return filesDone / records.length;
  return bytesTotal === null || bytesTotal === 0 ? null : Math.min(1, bytesDone / bytesTotal);
}

export function downloadResultMessage(download: ExportDownload): string {
  return `${download.fileName}: ${downloadStateLabel(download)}.`;
}
