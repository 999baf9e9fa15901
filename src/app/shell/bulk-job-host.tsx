import { Suspense, useState } from "react";
import { useSession } from "@/app/connection/session";
import { closeAsked, useBulkRuns } from "@/data/bulk/bulk-job-store";
import { useMissingCode } from "@/ui/feedback/chunk-load-error";
import { useToasts } from "@/ui/feedback/toasts";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { OverlayBoundary } from "@/ui/overlay/overlay-boundary";

const host = lazyPage(() => import("@/features/bulk/bulk-job-host"), "RunHost");

/** What shows plans and runs over every page; nothing until there is one, or one may come. */
export function RunLayer() {
  const { queries } = useSession();
  const { runs, asked, isExpected } = useBulkRuns(queries);
  const sayMissing = useMissingCode();
  const toasts = useToasts();
  /** The runs there were when its code did not arrive. */
  const [failedWith, setFailedWith] = useState<typeof runs | null>(null);
  // Whoever asks again, or begins another run, has it tried again.
  if (failedWith !== null && (asked !== null || runs !== failedWith)) setFailedWith(null);
  const isNeeded = asked !== null || runs.length > 0 || isExpected;

  function giveUp() {
    setFailedWith(runs);
    if (asked !== null) {
      sayMissing();
      return closeAsked(queries);
    }
    // A run goes on whether its messages arrive or not, but nobody would hear how it ends.
    if (runs.length === 0) return;
    toasts.show({
      title: "How it goes cannot be shown",
      detail:
        "The code for that did not arrive. What was begun goes on, and the journal tells of each write.",
      tone: "danger",
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Try again", onSelect: () => setFailedWith(null) },
    });
  }

  if (!isNeeded || failedWith !== null) return null;
  return (
    <OverlayBoundary onFail={giveUp}>
      <Suspense fallback={null}>
        <host.Component />
      </Suspense>
    </OverlayBoundary>
  );
}
