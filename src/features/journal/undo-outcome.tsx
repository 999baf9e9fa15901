import { Box, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { isInProgress } from "@/data/bulk/bulk-job";
import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import { showBulkJob } from "@/data/bulk/bulk-job-store";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import { useAnnounce } from "@/ui/feedback/announcer";
import { DialogButtons } from "@/ui/overlay/dialog-frame";
import { Status, type StatusTone } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import { undoOutcomeMessage } from "./journal-messages";

const WAITING_LABEL = { tone: "neutral", label: "Waiting" } as const;
const NOT_UNDONE_LABEL = { tone: "danger", label: "Not undone" } as const;

const RESULT_LABELS: Readonly<Record<ItemStatus, { readonly tone: StatusTone; readonly label: string }>> = {
  waiting: { tone: "neutral", label: "Not sent" },
  sending: WAITING_LABEL,
  done: { tone: "positive", label: "Undone" },
  failed: NOT_UNDONE_LABEL,
  changed: NOT_UNDONE_LABEL,
  nothing: NOT_UNDONE_LABEL,
  impossible: NOT_UNDONE_LABEL,
  unknown: { tone: "warning", label: "Outcome unknown" },
};

/** Shows the progress and result of a single undo. Closing the dialog doesn't stop the undo. */
export function UndoOutcome({ job, onClose }: { readonly job: BulkJob; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const state = useSyncExternalStore(job.subscribe, job.get);
  const isRunning = isInProgress(state);
  const resultText = undoOutcomeMessage(isRunning ? null : state.counts);
  useEffect(() => {
    showBulkJob(queryClient, job);
    return () => showBulkJob(queryClient, null);
  }, [queryClient, job]);
  useEffect(() => {
    if (!isRunning) announce(resultText);
  }, [isRunning, resultText, announce]);
  const closeButton = useRef<HTMLButtonElement>(null);
  useFocusCloseButton(closeButton);
  const status = job.statusAt(0);
  const reason = failureReason(job);

  return (
    <>
      <p className={shared.dim}>{isRunning ? `${resultText}…` : `${resultText}.`}</p>
      <Box mt="sm">
        <Status {...(isRunning && status === "waiting" ? WAITING_LABEL : RESULT_LABELS[status])} />
        {reason !== null && <p className={`${shared.dim} ${shared.anywhere}`}>{reason}</p>}
      </Box>
      <DialogButtons>
        {isRunning && (
          <Button variant="default" onClick={job.stop}>
            Stop
          </Button>
        )}
        <Button ref={closeButton} variant={isRunning ? "default" : "filled"} onClick={onClose}>
          {isRunning ? "Continue in background" : "Close"}
        </Button>
      </DialogButtons>
    </>
  );
}

/** Moves focus to the close button when the focused button disappears. */
function useFocusCloseButton(closeButton: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) closeButton.current?.focus();
  });
}

function failureReason(job: BulkJob): string | null {
  const { phase, problem } = job.get();
  if (phase === "throttled") return "The server limits requests. Resuming automatically.";
  return job.reasonAt(0) ?? (problem && `${problem.title}. ${problem.detail}`);
}
