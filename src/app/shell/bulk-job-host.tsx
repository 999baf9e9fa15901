import { Suspense, useState } from "react";
import { useSession } from "@/app/connection/session";
import { closeBulkPreview, useBulkJobs } from "@/data/bulk/bulk-job-store";
import { useChunkLoadErrorToast } from "@/ui/feedback/chunk-load-error";
import { useToasts } from "@/ui/feedback/toasts";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { OverlayBoundary } from "@/ui/overlay/overlay-boundary";

const lazyHost = lazyPage(() => import("@/features/bulk/bulk-job-host"), "BulkJobHost");

/** What shows plans and runs over every page; nothing until there is one, or one may come. */
export function LazyBulkJobHost() {
  const { queryClient } = useSession();
  const { jobs, openDialog: requestedPreview, isPreviewExpected: isExpected } = useBulkJobs(queryClient);
  const showChunkLoadError = useChunkLoadErrorToast();
  const toasts = useToasts();
  /** The runs there were when its code did not arrive. */
  const [failedJobs, setFailedJobs] = useState<typeof jobs | null>(null);
  // Whoever asks again, or begins another run, has it tried again.
  if (failedJobs !== null && (requestedPreview !== null || jobs !== failedJobs)) setFailedJobs(null);
  const isNeeded = requestedPreview !== null || jobs.length > 0 || isExpected;

  function handleLoadError() {
    setFailedJobs(jobs);
    if (requestedPreview !== null) {
      showChunkLoadError();
      return closeBulkPreview(queryClient);
    }
    // A run goes on whether its messages arrive or not, but nobody would hear how it ends.
    if (jobs.length === 0) return;
    toasts.show({
      title: "How it goes cannot be shown",
      detail:
        "The code for that did not arrive. What was begun goes on, and the journal tells of each write.",
      tone: "danger",
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Try again", onSelect: () => setFailedJobs(null) },
    });
  }

  if (!isNeeded || failedJobs !== null) return null;
  return (
    <OverlayBoundary onError={handleLoadError}>
      <Suspense fallback={null}>
        <lazyHost.Component />
      </Suspense>
    </OverlayBoundary>
  );
}
