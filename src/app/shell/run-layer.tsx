import { Suspense, useState } from "react";
import { closeAsked, useBulkRuns } from "@/data/bulk-runs";
import { lazyPage } from "@/ui/lazy-page";
import { useMissingCode } from "@/ui/missing-code";
import { OverlayBoundary } from "@/ui/overlay-boundary";
import { useSession } from "../session";

const host = lazyPage(() => import("@/features/runs/run-host"), "RunHost");

/** What shows plans and runs over every page; nothing until there is one, or one may come. */
export function RunLayer() {
  const { queries } = useSession();
  const { runs, asked, isExpected } = useBulkRuns(queries);
  const sayMissing = useMissingCode();
  const [hasFailed, setHasFailed] = useState(false);
  // Whoever asks again has it tried again.
  if (hasFailed && asked !== null) setHasFailed(false);
  const isNeeded = asked !== null || runs.length > 0 || isExpected;

  function giveUp() {
    setHasFailed(true);
    // A run goes on whether its messages arrive or not.
    if (asked === null) return;
    sayMissing();
    closeAsked(queries);
  }

  if (!isNeeded || hasFailed) return null;
  return (
    <OverlayBoundary onFail={giveUp}>
      <Suspense fallback={null}>
        <host.Component />
      </Suspense>
    </OverlayBoundary>
  );
}
