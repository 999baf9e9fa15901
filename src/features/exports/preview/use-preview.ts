import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { openExportFile } from "@/data/downloads/export-file";
import { exportKey } from "@/data/exports/exports";
import { HttpError } from "@/http/errors";
import type { ProgressListener } from "./file-source";
import { AUTO_FETCH_MAX_BYTES, loadPreview } from "./load-preview";
import type { LoadProgress } from "./loading-file";

/** Milliseconds between two looks at how much has come. */
const PROGRESS_INTERVAL_MS = 100;

/** Tells at most ten times a second how much has come. */
function throttleProgress(onProgress: (progress: LoadProgress) => void): ProgressListener {
  let lastReportedAt = Number.NEGATIVE_INFINITY;
  return (received, size) => {
    const now = performance.now();
    if (now - lastReportedAt < PROGRESS_INTERVAL_MS) return;
    lastReportedAt = now;
    onProgress({ receivedBytes: received, totalBytes: size });
  };
}

/** Fetches what is shown of the file of an export that has content. It is forgotten as soon as nobody looks at it. */
export function usePreview(record: ExportedAsset) {
  const api = useApi();
  const [maxBytes, setMaxBytes] = useState(AUTO_FETCH_MAX_BYTES);
  const [progress, setProgress] = useState<LoadProgress | null>(null);
  const { id, export_format: format } = record;
  const query = useQuery({
    // Not below the record's own key: what makes the record stale leaves its file as it is.
    queryKey: ["preview", ...exportKey(api, id), format, maxBytes],
    queryFn: async ({ signal, client }) => {
      try {
        return await loadPreview({
          openFile: (cancel) => openExportFile(api, id, { signal: cancel }),
          format,
          maxBytes,
          signal,
          onProgress: throttleProgress((next) => setProgress(next)),
        });
      } catch (error) {
        // A file that is not there says that the record is no longer as it was.
        if (error instanceof HttpError && error.status === 404)
          void client.invalidateQueries({ queryKey: exportKey(api, id) });
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  return { query, progress, most: maxBytes, setMost: setMaxBytes };
}
