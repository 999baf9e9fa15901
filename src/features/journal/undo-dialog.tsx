import { Box, Button, Stack } from "@mantine/core";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useApi } from "@/data/backend/backend";
import { isInProgress, startBulkJob } from "@/data/bulk/bulk-job";
import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import { type BulkJob, openBulkJob, useShownBulkJob } from "@/data/bulk/bulk-job-store";
import { describeChange, findRepeatedNames } from "@/data/bulk/change-messages";
import { type SendingRules, useSendingRules } from "@/data/capabilities/capabilities";
import { changeKindLabel } from "@/data/changes/change-labels";
import { isSendable } from "@/data/changes/planned-change";
import type { JournalEntry } from "@/data/journal/journal-entry";
import type { UndoItem } from "@/data/undo/order-undo";
import { planUndo } from "@/data/undo/plan-undo";
import { NO_NAMES } from "@/lib/search/record-schema";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { SkeletonLines } from "@/ui/feedback/states";
import { announce } from "@/ui/feedback/toasts";
import { DialogButtons, DialogFrame } from "@/ui/overlay/frames";
import { SubmitButton } from "@/ui/primitives/link-button";
import { Status, type StatusTone } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import { ChangeReview, type ReviewedChange } from "@/ui/virtual-list/virtual-list";
import { undoOutcomeMessage, undoPlanMessage } from "./journal-messages";
import classes from "./undo-dialog.module.css";

interface UndoDialogProps {
  readonly entries: readonly JournalEntry[];
  readonly onClose: () => void;
}

const PADDING = { paddingInline: "var(--padding)" };
const DIALOG_STYLES = { header: PADDING, body: PADDING };

/**
 * Previews an undo and runs it as a bulk job. The dialog shows the result of a single change. For
 * more changes, the job's drawer shows the results.
 */
export function UndoDialog({ entries, onClose }: UndoDialogProps) {
  const api = useApi();
  const plan = useUndoPlan(entries);
  const [job, setJob] = useState<BulkJob | null>(null);
  const showJobAfterClose = useShowJobAfterClose();
  const possibleCount = countUndoable(plan ?? []);
  const [first] = entries;
  const singleLabel = entries.length === 1 && first ? `${changeKindLabel(first)} ${first.name}` : null;

  function send() {
    if (plan === null) return;
    const label =
      singleLabel === null ? `Undo ${pluralize(possibleCount, "change", "changes")}` : `Undo: ${singleLabel}`;
    const startedJob = startBulkJob(api, {
      label,
      changes: plan.map(({ change }) => change),
    });
    if (singleLabel !== null) return setJob(startedJob);
    showJobAfterClose(startedJob);
    onClose();
  }

  return (
    <DialogFrame
      onClose={onClose}
      title={singleLabel === null ? `Undo ${formatCount(entries.length)} changes?` : `Undo “${singleLabel}”?`}
      size={640}
      fz="sm"
      className={classes.dialog ?? ""}
      styles={DIALOG_STYLES}
    >
      {job === null ? (
        <>
          <UndoPlan plan={plan} />
          <DialogButtons>
            <Button onClick={onClose}>{plan !== null && possibleCount === 0 ? "Close" : "Cancel"}</Button>
            {(plan === null || possibleCount > 0) && (
              <SubmitButton variant="filled" data-run loading={plan === null} onClick={send}>
                {plan === null ? "Undo" : `Undo ${pluralize(possibleCount, "change", "changes")}`}
              </SubmitButton>
            )}
          </DialogButtons>
        </>
      ) : (
        <UndoOutcome job={job} onClose={onClose} />
      )}
    </DialogFrame>
  );
}

/**
 * Returns a function that schedules a job's drawer to open after the dialog has closed. Focus is
 * restored first, so that the drawer can later return focus to the same element.
 */
function useShowJobAfterClose(): (job: BulkJob) => void {
  const api = useApi();
  const job = useRef<BulkJob>(null);
  useEffect(
    () => () => {
      const startedJob = job.current;
      if (startedJob !== null) setTimeout(() => openBulkJob(api, startedJob));
    },
    [api],
  );
  return (startedJob) => {
    job.current = startedJob;
  };
}

/** Returns the undo plan, or null while the records load. */
function useUndoPlan(entries: readonly JournalEntry[]): readonly UndoItem[] | null {
  const api = useApi();
  const [plan, setPlan] = useState<readonly UndoItem[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    async function planEntries(): Promise<void> {
      // Planning rejects only when the dialog closes.
      const items = await planUndo(api, entries, controller).catch(() => null);
      if (items === null || controller.signal.aborted) return;
      setPlan(items);
      announce(undoPlanMessage(countUndoable(items), items.length));
    }
    void planEntries();
    return () => controller.abort();
  }, [api, entries]);
  return plan;
}

function countUndoable(plan: readonly UndoItem[]): number {
  return plan.filter(({ change }) => isSendable(change)).length;
}

function UndoPlan({ plan }: { readonly plan: readonly UndoItem[] | null }) {
  const rules = useSendingRules();
  const repeatedNames = useMemo(() => findRepeatedNames((plan ?? []).map(({ change }) => change)), [plan]);
  if (plan === null) {
    return (
      <Stack gap="sm" c="dimmed" aria-busy="true">
        <p>Checking the current state…</p>
        <SkeletonLines count={3} />
      </Stack>
    );
  }
  return (
    <>
      <p className={shared.dim}>{undoPlanMessage(countUndoable(plan), plan.length)}</p>
      <ChangeReview
        label="Changes to undo"
        className={classes.items}
        count={plan.length}
        getChange={(index) => toReviewedChange(plan[index], rules, repeatedNames)}
      />
    </>
  );
}

function toReviewedChange(
  item: UndoItem | undefined,
  rules: SendingRules,
  repeatedNames: ReadonlySet<string>,
): ReviewedChange {
  if (item === undefined) return { name: "", fields: [] };
  const { entry, change, note } = item;
  const name = `${changeKindLabel(entry)} “${entry.name}”`;
  const { detail, fields } = describeChange(change, rules, NO_NAMES, repeatedNames);
  return isSendable(change)
    ? { name, detail, fields, warning: note ?? undefined }
    : { name, detail, fields, status: { tone: "warning", label: "Can't be undone" }, note: change.why };
}

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
function UndoOutcome({ job, onClose }: { readonly job: BulkJob; readonly onClose: () => void }) {
  const api = useApi();
  const state = useSyncExternalStore(job.subscribe, job.get);
  const isRunning = isInProgress(state);
  const resultText = undoOutcomeMessage(isRunning ? null : state.counts);
  useShownBulkJob(api, job);
  useEffect(() => {
    if (!isRunning) announce(resultText);
  }, [isRunning, resultText]);
  const closeButton = useRef<HTMLButtonElement>(null);
  // Moves focus when the focused button disappears.
  useEffect(() => {
    if (document.activeElement === document.body) closeButton.current?.focus();
  });
  const status = job.get().items[0]?.status;
  const reason = failureReason(job);

  return (
    <>
      <p className={shared.dim}>{isRunning ? `${resultText}…` : `${resultText}.`}</p>
      <Box mt="sm">
        <Status
          {...(isRunning && status === "waiting" ? WAITING_LABEL : RESULT_LABELS[status ?? "waiting"])}
        />
        {reason !== null && <p className={`${shared.dim} ${shared.anywhere}`}>{reason}</p>}
      </Box>
      <DialogButtons>
        {isRunning && <Button onClick={job.stop}>Stop</Button>}
        <Button ref={closeButton} variant={isRunning ? "default" : "filled"} onClick={onClose}>
          {isRunning ? "Continue in background" : "Close"}
        </Button>
      </DialogButtons>
    </>
  );
}

function failureReason(job: BulkJob): string | null {
  const { phase, problem } = job.get();
  if (phase === "throttled") return "The server limits requests. Resuming automatically.";
  return job.get().items[0]?.reason ?? (problem && `${problem.title}. ${problem.detail}`);
}
