import { memo, useState } from "react";
import { useSession } from "@/app/connection/session";
import { closeBulkPreview, useBulkJobs } from "@/data/bulk/bulk-job-store";
import { showChunkLoadError, toasts } from "@/ui/feedback/toasts";
import { lazyOverlay, OverlayBoundary } from "@/ui/overlay/lazy-overlay";

const BulkJobHost = lazyOverlay(() => import("@/features/bulk/bulk-job-host"), "BulkJobHost");

/** Loads the interface of bulk actions when there is a preview or a job to show. */
export const LazyBulkJobHost = memo(function PlainLazyHost() {
  const { backend } = useSession();
  const { jobs, openDialog: requestedPreview, isPreviewExpected: isExpected } = useBulkJobs(backend);
  /** Jobs that existed when the code failed to load. */
  const [failedJobs, setFailedJobs] = useState<typeof jobs | null>(null);
  // Tries again when a preview is requested or another job starts.
  if (failedJobs !== null && (requestedPreview !== null || jobs !== failedJobs)) setFailedJobs(null);
  const isNeeded = requestedPreview !== null || jobs.length > 0 || isExpected;

  function handleLoadError() {
    setFailedJobs(jobs);
    if (requestedPreview !== null) {
      showChunkLoadError();
      if (backend !== null) closeBulkPreview(backend);
      return;
    }
    // The job continues. Without this message, the user wouldn't notice its result.
    if (jobs.length === 0) return;
    toasts.show({
      title: "Couldn't load progress",
      detail: "The bulk action continues. See Activity for each change.",
      tone: "danger",
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Try again", onSelect: () => setFailedJobs(null) },
    });
  }

  if (backend === null || !isNeeded || failedJobs !== null) return null;
  return (
    <OverlayBoundary onError={handleLoadError}>
      <BulkJobHost backend={backend} holdsKeys={requestedPreview !== null} />
    </OverlayBoundary>
  );
});
