import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { openExportFile } from "@/data/downloads/export-file";
import { exportKey } from "@/data/exports/exports";
import { HttpError } from "@/http/errors";
import type { OnProgress } from "./file-source";
import { FETCHED_UNASKED, loadPreview } from "./load-preview";
import type { Progress } from "./loading-file";

/** Milliseconds between two looks at how much has come. */
const LOOK_EVERY = 100;

/** Tells at most ten times a second how much has come. */
function nowAndThen(tell: (progress: Progress) => void): OnProgress {
  let told = Number.NEGATIVE_INFINITY;
  return (received, size) => {
    const now = performance.now();
    if (now - told < LOOK_EVERY) return;
    told = now;
    tell({ received, size });
  };
}

/** Fetches what is shown of the file of an export that has content. It is forgotten as soon as nobody looks at it. */
export function usePreview(record: ExportedAsset) {
  const api = useApi();
  const [most, setMost] = useState(FETCHED_UNASKED);
  const [progress, setProgress] = useState<Progress | null>(null);
  const { id, export_format: format } = record;
  const query = useQuery({
    // Not below the record's own key: what makes the record stale leaves its file as it is.
    queryKey: ["preview", ...exportKey(api, id), format, most],
    queryFn: async ({ signal, client }) => {
      try {
        return await loadPreview({
          open: (cancel) => openExportFile(api, id, { signal: cancel }),
          format,
          most,
          signal,
          onProgress: nowAndThen((next) => setProgress(next)),
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
  return { query, progress, most, setMost };
}
