import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { isInProgress } from "@/data/bulk/bulk-job";
import { openBulkJob, useBulkJobs } from "@/data/bulk/bulk-job-store";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import { formatCount } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { useToasts } from "@/ui/feedback/toasts";
import { BulkJobDrawer } from "./bulk-job-drawer";
import { bulkJobResultMessage } from "./bulk-job-labels";

/** Tells on every page of the runs that go on, and shows the plan or the run that is asked for. */
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

/** Whose end somebody has seen or was told of. A short run may be over before the code that tells of it is here. */
const ANNOUNCED = new WeakSet<BulkJob>();

/** How long the message stays after the end of a run, in ms. */
const RESULT_TOAST_MS = 20_000;

/** A message while the run goes on unseen; it stays for a while when it ends so. */
function BulkJobToast({ job, isShown, onShow }: BulkJobToastProps) {
  const toasts = useToasts();
  const announce = useAnnounce();
  const isRunning = isInProgress(useSyncExternalStore(job.subscribe, job.get));
  const wasRunning = useRef(!ANNOUNCED.has(job));
  /** Its message, and whether somebody has put it away. */
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
    // The same message as before: a new one might come just under somebody's finger.
    if (toast.current?.mounted.isMounted !== true) showToast();
    const timer = setTimeout(() => dismissToast(), RESULT_TOAST_MS);
    return () => clearTimeout(timer);
  }, [isRunning, isShown]);
  return null;
}

interface BulkJobToastTextProps {
  readonly job: BulkJob;
  /** Told when the message leaves. */
  readonly mounted: { isMounted: boolean };
}

/** "340 of 1,000", and the outcome at the end. A screen reader hears the message once, not every number. */
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
      {phase === "throttled" && ". The server is limiting requests. Resuming automatically."}
    </span>
  );
}
