import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { isInProgress } from "@/data/bulk/bulk-job";
import { bulkJobResultMessage } from "@/data/bulk/bulk-job-messages";
import { openBulkJob, useBulkJobs } from "@/data/bulk/bulk-job-store";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import { formatCount } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { toasts } from "@/ui/feedback/toasts";
import { BulkJobDrawer } from "./bulk-job-drawer";

/** Shows a toast for each running job on every page. Shows the requested preview or job in a drawer. */
export function BulkJobHost() {
  const queryClient = useQueryClient();
  const { jobs, shown, openDialog: openRequest } = useBulkJobs(queryClient);
  return (
    <>
      {jobs.map((job) => (
        <BulkJobToast
          key={job.id}
          job={job}
          isShown={job === shown}
          onShow={() => openBulkJob(queryClient, job)}
        />
      ))}
      {openRequest && <BulkJobDrawer key={openRequest.id} openRequest={openRequest} />}
    </>
  );
}

interface BulkJobToastProps {
  readonly job: BulkJob;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

/**
 * Jobs whose result was shown or announced. A short job can finish before this component loads. Its
 * result must still be announced.
 */
const ANNOUNCED = new WeakSet<BulkJob>();

const RESULT_TOAST_MS = 20_000;

/** Shows a toast while the job runs in the background, then its result for 20 seconds. */
function BulkJobToast({ job, isShown, onShow }: BulkJobToastProps) {
  const announce = useAnnounce();
  const isRunning = isInProgress(useSyncExternalStore(job.subscribe, job.get));
  const wasRunning = useRef(!ANNOUNCED.has(job));
  /** `mounted.isMounted` becomes false when the toast is removed, for example by the user. */
  const toast = useRef<{ readonly id: string; readonly mounted: { isMounted: boolean } }>(null);
  const showToast = useEffectEvent(() => {
    const mounted = { isMounted: true };
    const id = toasts.show({
      title: job.label,
      detail: <BulkJobToastText job={job} mounted={mounted} />,
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Show", onSelect: onShow },
    });
    toast.current = { id, mounted };
  });
  const dismissToast = useEffectEvent(() => {
    if (toast.current !== null) toasts.dismiss(toast.current.id);
    toast.current = null;
  });
  const markAnnounced = useEffectEvent(() => ANNOUNCED.add(job));
  const announceResult = useEffectEvent(() =>
    announce(`${job.label}: ${bulkJobResultMessage(job.get().counts)}`),
  );
  useEffect(() => {
    const hasFinished = wasRunning.current && !isRunning;
    wasRunning.current = isRunning;
    if (hasFinished) markAnnounced();
    if (isShown) return dismissToast();
    if (isRunning && toast.current?.mounted.isMounted !== true) return showToast();
    if (!hasFinished) return;
    announceResult();
    // An open toast is updated in place, because a new one could appear under the pointer.
    if (toast.current?.mounted.isMounted !== true) showToast();
    const timer = setTimeout(() => dismissToast(), RESULT_TOAST_MS);
    return () => clearTimeout(timer);
  }, [isRunning, isShown]);
  return null;
}

interface BulkJobToastTextProps {
  readonly job: BulkJob;
  readonly mounted: { isMounted: boolean };
}

/** Shows "340 of 1,000", then the result. Not a live region, because screen readers would announce every number. */
function BulkJobToastText({ job, mounted }: BulkJobToastTextProps) {
  const state = useSyncExternalStore(job.subscribe, job.get);
  useEffect(
    () => () => {
      mounted.isMounted = false;
    },
    [mounted],
  );
  const { counts, toSend, phase } = state;
  if (!isInProgress(state)) return bulkJobResultMessage(counts);
  return (
    <span aria-live="off">
      {`${formatCount(toSend - counts.waiting - counts.sending)} of ${formatCount(toSend)}`}
      {phase === "throttled" && ". The server limits requests. Resuming automatically."}
    </span>
  );
}
