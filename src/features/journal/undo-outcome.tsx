import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { isUnderWay } from "@/data/bulk/bulk-job";
import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import { showRun } from "@/data/bulk/bulk-job-store";
import { type BulkRun } from "@/data/bulk/bulk-job-types";
import { useAnnounce } from "@/ui/feedback/announcer";
import { Status, type StatusTone } from "@/ui/primitives/status";
import classes from "./undo-dialog.module.css";

const WAITING = { tone: "neutral", label: "Waiting" } as const;
const REFUSED = { tone: "danger", label: "Not undone" } as const;

const RESULTS: Readonly<Record<ItemStatus, { readonly tone: StatusTone; readonly label: string }>> = {
  waiting: { tone: "neutral", label: "Not sent" },
  sending: WAITING,
  done: { tone: "positive", label: "Undone" },
  failed: REFUSED,
  changed: REFUSED,
  nothing: REFUSED,
  impossible: REFUSED,
  unknown: { tone: "warning", label: "Outcome unknown" },
};

/** What became of the undo of one write. Left before its end, it goes on as any run. */
export function UndoOutcome({ run, onClose }: { readonly run: BulkRun; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const state = useSyncExternalStore(run.subscribe, run.get);
  const isRunning = isUnderWay(state);
  const words = `${state.counts.done} of 1 write undone`;
  useEffect(() => {
    showRun(queries, run);
    return () => showRun(queries, null);
  }, [queries, run]);
  useEffect(() => {
    if (!isRunning) announce(words);
  }, [isRunning, words, announce]);
  const close = useRef<HTMLButtonElement>(null);
  useFocusOnClose(close);
  const status = run.statusAt(0);
  const why = whyOf(run);

  return (
    <>
      <p className={classes.lead}>{isRunning ? `${words}…` : `${words}.`}</p>
      <div className={classes.outcome}>
        <Status {...(isRunning && status === "waiting" ? WAITING : RESULTS[status])} />
        {why !== null && <p className={classes.why}>{why}</p>}
      </div>
      <div className={classes.buttons}>
        {isRunning && (
          <Button variant="default" onClick={run.stop}>
            Stop
          </Button>
        )}
        <Button ref={close} variant={isRunning ? "default" : "filled"} onClick={onClose}>
          {isRunning ? "Go on in the background" : "Close"}
        </Button>
      </div>
    </>
  );
}

/** A button that was pressed and has gone leaves the focus to the one that stays: the one that sends, and Stop. */
function useFocusOnClose(close: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) close.current?.focus();
  });
}

function whyOf(run: BulkRun): string | null {
  const { phase, problem } = run.get();
  if (phase === "throttled") return "The server asks to slow down; it goes on by itself.";
  return run.reasonAt(0) ?? (problem && `${problem.title}. ${problem.detail}`);
}
