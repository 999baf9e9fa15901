import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { isUnderWay } from "@/data/bulk/bulk-job";
import { askForRun, useBulkRuns } from "@/data/bulk/bulk-job-store";
import { type BulkRun } from "@/data/bulk/bulk-job-types";
import { formatCount } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { useToasts } from "@/ui/feedback/toasts";
import { RunReview } from "./bulk-job-drawer";
import { outcomeWords } from "./bulk-job-labels";

/** Tells on every page of the runs that go on, and shows the plan or the run that is asked for. */
export function RunHost() {
  const queries = useQueryClient();
  const { runs, shown, asked } = useBulkRuns(queries);
  return (
    <>
      {runs.map((run) => (
        <RunMessages key={run.id} run={run} isShown={run === shown} onShow={() => askForRun(queries, run)} />
      ))}
      {asked && <RunReview key={asked.id} asked={asked} />}
    </>
  );
}

interface RunMessagesProps {
  readonly run: BulkRun;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

/** Whose end somebody has seen or was told of. A short run may be over before the code that tells of it is here. */
const TOLD = new WeakSet<BulkRun>();

/** How long the message stays after the end of a run, in ms. */
const END_STAYS = 20_000;

/** A message while the run goes on unseen; it stays for a while when it ends so. */
function RunMessages({ run, isShown, onShow }: RunMessagesProps) {
  const toasts = useToasts();
  const announce = useAnnounce();
  const isLive = isUnderWay(useSyncExternalStore(run.subscribe, run.get));
  const wasLive = useRef(!TOLD.has(run));
  /** Its message, and whether somebody has put it away. */
  const message = useRef<{ readonly id: string; readonly line: { isThere: boolean } }>(null);
  const put = useEffectEvent(() => {
    const line = { isThere: true };
    const id = toasts.show({
      title: run.label,
      detail: <RunLine run={run} line={line} />,
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Show", onSelect: onShow },
    });
    message.current = { id, line };
  });
  const putAway = useEffectEvent(() => {
    if (message.current !== null) toasts.dismiss(message.current.id);
    message.current = null;
  });
  const noteEnd = useEffectEvent(() => TOLD.add(run));
  const tellEnd = useEffectEvent(() => announce(`${run.label}: ${outcomeWords(run.get().counts)}`));
  useEffect(() => {
    const hasEnded = wasLive.current && !isLive;
    wasLive.current = isLive;
    if (hasEnded) noteEnd();
    if (isShown) return putAway();
    if (isLive && message.current?.line.isThere !== true) return put();
    if (!hasEnded) return;
    tellEnd();
    // The same message as before: a new one might come just under somebody's finger.
    if (message.current?.line.isThere !== true) put();
    const timer = setTimeout(() => putAway(), END_STAYS);
    return () => clearTimeout(timer);
  }, [isLive, isShown]);
  return null;
}

interface RunLineProps {
  readonly run: BulkRun;
  /** Told when the message leaves. */
  readonly line: { isThere: boolean };
}

/** "340 of 1,000", and the outcome at the end. A screen reader hears the message once, not every number. */
function RunLine({ run, line }: RunLineProps) {
  const state = useSyncExternalStore(run.subscribe, run.get);
  useEffect(
    () => () => {
      line.isThere = false;
    },
    [line],
  );
  const { counts, toSend, phase } = state;
  if (!isUnderWay(state)) return outcomeWords(counts);
  return (
    <span aria-live="off">
      {`${formatCount(toSend - counts.waiting - counts.sending)} of ${formatCount(toSend)}`}
      {phase === "throttled" && ". The server asks to slow down; it goes on by itself."}
    </span>
  );
}
