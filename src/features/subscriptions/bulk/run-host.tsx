import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import type { BulkRun } from "@/data/bulk-run";
import { askForRun, useBulkRuns } from "@/data/bulk-runs";
import { formatCount } from "@/lib/numbers";
import { useToasts } from "@/ui/toasts";
import { RunReview } from "./bulk-review";
import { isUnderWay } from "./bulk-run-stage";
import { outcomeWords } from "./bulk-words";

/** Tells on every page of the runs that go on, and shows the one that is asked for. */
export function RunHost() {
  const queries = useQueryClient();
  const { runs, shown, asked } = useBulkRuns(queries);
  return (
    <>
      {runs.map((run) => (
        <RunMessages key={run.id} run={run} isShown={run === shown} onShow={() => askForRun(queries, run)} />
      ))}
      {asked && <RunReview key={asked.id} run={asked} onClose={() => askForRun(queries, null)} />}
    </>
  );
}

interface RunMessagesProps {
  readonly run: BulkRun;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

/** How long the message on the end of a run stays, in ms. */
const END_STAYS = 20_000;

/** A message while the run goes on unseen, and one when it ends so. */
function RunMessages({ run, isShown, onShow }: RunMessagesProps) {
  const toasts = useToasts();
  const state = useSyncExternalStore(run.subscribe, run.get);
  const isLive = isUnderWay(state);
  const wasLive = useRef(false);
  const action = { label: "Show", onSelect: onShow };
  const tellProgress = useEffectEvent(() =>
    toasts.show({
      title: run.label,
      detail: <RunLine run={run} />,
      durationMs: Number.POSITIVE_INFINITY,
      action,
    }),
  );
  const tellEnd = useEffectEvent(() => {
    const { counts, phase } = run.get();
    const isGood = phase === "finished" && counts.failed + counts.unknown + counts.changed === 0;
    toasts.show({
      tone: isGood ? "positive" : "danger",
      title: phase === "finished" ? run.label : `${run.label}: ${phase}`,
      detail: outcomeWords(counts),
      durationMs: END_STAYS,
      action,
    });
  });
  useEffect(() => {
    if (!isLive || isShown) return;
    const id = tellProgress();
    return () => toasts.dismiss(id);
  }, [isLive, isShown, toasts]);
  useEffect(() => {
    if (wasLive.current && !isLive && !isShown) tellEnd();
    wasLive.current = isLive;
  }, [isLive, isShown]);
  return null;
}

/** "340 of 1,000", kept up to date. A screen reader hears the message once, not every number. */
function RunLine({ run }: { readonly run: BulkRun }) {
  const { counts, toSend, phase } = useSyncExternalStore(run.subscribe, run.get);
  const gone = toSend - counts.waiting - counts.sending;
  return (
    <span aria-live="off">
      {`${formatCount(gone)} of ${formatCount(toSend)}`}
      {phase === "throttled" && ". The server asks to slow down; it goes on by itself."}
    </span>
  );
}
