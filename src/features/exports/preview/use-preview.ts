import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { HttpError } from "@/api/errors";
import type { ExportedAsset } from "@/api/exports";
import { useApi } from "@/data/client/api-context";
import { openExportFile } from "@/data/downloads/export-file";
import { exportKey } from "@/data/exports/exports";
import type { ProgressListener } from "./file-source";
import { AUTO_FETCH_MAX_BYTES, loadPreview } from "./load-preview";
import type { LoadProgress } from "./loading-file";

const PROGRESS_INTERVAL_MS = 100;

/** Limits progress updates to ten per second, because each update triggers a render. */
function throttleProgress(onProgress: (progress: LoadProgress) => void): ProgressListener {
  let lastReportedAt = Number.NEGATIVE_INFINITY;
  return (received, size) => {
    const now = performance.now();
    if (now - lastReportedAt < PROGRESS_INTERVAL_MS) return;
    lastReportedAt = now;
    onProgress({ receivedBytes: received, totalBytes: size });
  };
}

/** Loads the preview of an export that has content. Unmounting discards the file. */
export function usePreview(record: ExportedAsset) {
  const api = useApi();
  const [maxBytes, setMaxBytes] = useState(AUTO_FETCH_MAX_BYTES);
  const [progress, setProgress] = useState<LoadProgress | null>(null);
  const { id, export_format: format } = record;
  const query = useQuery({
    // Doesn't start with the export's key, so that invalidating the export doesn't reload the file.
    queryKey: ["preview", ...exportKey(api, id), format, maxBytes],
    queryFn: async ({ signal, client }) => {
      try {
        return await loadPreview({
          openFile: (cancel) => openExportFile(api, { id, export_format: format }, { signal: cancel }),
          format,
          maxBytes,
          signal,
          onProgress: throttleProgress((next) => setProgress(next)),
        });
      } catch (error) {
        // The file is missing, so the cached record is outdated.
        if (error instanceof HttpError && error.status === 404)
          void client.invalidateQueries({ queryKey: exportKey(api, id) });
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  return { query, progress, maxBytes, setMaxBytes };
}
