import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Button, Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { startBulkRun } from "@/data/bulk/bulk-job";
import { askForRun } from "@/data/bulk/bulk-job-store";
import { type BulkRun } from "@/data/bulk/bulk-job-types";
import { plannedUndo } from "@/data/bulk/bulk-undo";
import { changedField, kindWord } from "@/data/changes/change-labels";
import { isSent, type PlannedWrite } from "@/data/changes/planned-change";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { planUndo } from "@/data/undo/journal-undo";
import type { UndoPlanItem } from "@/data/undo/undo-plan";
import { formatCount, plural } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { SkeletonLines } from "@/ui/feedback/states";
import { useFocusBack } from "@/ui/hooks/restore-focus";
import { SendingButton } from "@/ui/primitives/button-with-disabled-reason";
import { ChangeReview, type ReviewedChange } from "@/ui/virtual-list/change-review";
import classes from "./undo-dialog.module.css";
import { UndoOutcome } from "./undo-outcome";

interface UndoDialogProps {
  readonly entries: readonly JournalEntry[];
  readonly onClose: () => void;
}

/** An item of the plan with what it comes to among the others. */
interface Planned {
  readonly item: UndoPlanItem;
  readonly write: PlannedWrite;
}

/** Shows what undoing would send and what is refused, and sends it: one as told here, several as a run. Open while rendered. */
export function UndoDialog({ entries, onClose }: UndoDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const plan = usePlan(entries);
  const [run, setRun] = useState<BulkRun | null>(null);
  const showAfter = useClosing();
  const possible = countPossible(plan ?? []);
  const [first] = entries;
  const single = entries.length === 1 && first ? `${kindWord(first)} ${first.name}` : null;

  function send() {
    if (plan === null) return;
    const label = single === null ? `Undo of ${plural(possible, "write", "writes")}` : `Undo: ${single}`;
    const begun = startBulkRun(queries, api, { label, writes: plan.map(({ write }) => write) });
    if (single !== null) return setRun(begun);
    showAfter(begun);
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title={single === null ? `Undo ${formatCount(entries.length)} writes?` : `Undo “${single}”?`}
      size={640}
      withCloseButton={false}
      classNames={{
        content: classes.content ?? "",
        header: classes.header ?? "",
        title: classes.title ?? "",
        body: classes.body ?? "",
      }}
    >
      {run === null ? (
        <>
          <Plan plan={plan} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {plan !== null && possible === 0 ? "Close" : "Cancel"}
            </Button>
            {(plan === null || possible > 0) && (
              <SendingButton loading={plan === null} onClick={send}>
                {plan === null ? "Undo" : `Undo ${plural(possible, "write", "writes")}`}
              </SendingButton>
            )}
          </div>
        </>
      ) : (
        <UndoOutcome run={run} onClose={onClose} />
      )}
    </Modal>
  );
}

/** Gives the focus back at the end; then shows the run it is told of, which gives it back to the same place. */
function useClosing(): (run: BulkRun) => void {
  const queries = useQueryClient();
  const focusBack = useFocusBack();
  const run = useRef<BulkRun>(null);
  useEffect(
    () => () => {
      focusBack();
      const begun = run.current;
      if (begun !== null) setTimeout(() => askForRun(queries, begun));
    },
    [focusBack, queries],
  );
  return (begun) => {
    run.current = begun;
  };
}

/** What undoing would send; null while the records are read. */
function usePlan(entries: readonly JournalEntry[]): readonly Planned[] | null {
  const api = useApi();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [plan, setPlan] = useState<readonly Planned[] | null>(null);
  useEffect(() => {
    const given = new AbortController();
    async function look(): Promise<void> {
      // It is given up only where the dialog is left.
      const items = await planUndo(queries, api, entries, given.signal).catch(() => null);
      if (items === null || given.signal.aborted) return;
      const writes = plannedUndo(items);
      const planned = items.flatMap((item, place) => {
        const write = writes[place];
        return write === undefined ? [] : [{ item, write }];
      });
      setPlan(planned);
      announce(planWords(planned));
    }
    void look();
    return () => given.abort();
  }, [queries, api, entries, announce]);
  return plan;
}

function countPossible(plan: readonly Planned[]): number {
  return plan.filter(({ write }) => isSent(write)).length;
}

/** "2 writes can be undone, 1 cannot." */
function planWords(plan: readonly Planned[]): string {
  const possible = countPossible(plan);
  const refused = plan.length - possible;
  if (refused === 0) return `${plural(possible, "write", "writes")} can be undone.`;
  if (possible === 0) return plan.length === 1 ? "It cannot be undone." : "None of them can be undone.";
  return `${plural(possible, "write", "writes")} can be undone, ${formatCount(refused)} cannot.`;
}

function Plan({ plan }: { readonly plan: readonly Planned[] | null }) {
  if (plan === null) {
    return (
      <div className={classes.waiting} aria-busy="true">
        <p>Looking at what stands on the server now…</p>
        <SkeletonLines n={3} />
      </div>
    );
  }
  return (
    <>
      <p className={classes.lead}>{planWords(plan)}</p>
      <ChangeReview
        label="What will be sent"
        className={classes.items}
        count={plan.length}
        change={(place) => reviewed(plan[place])}
      />
    </>
  );
}

function reviewed(planned: Planned | undefined): ReviewedChange {
  if (planned === undefined) return { name: "", fields: [] };
  const { item, write } = planned;
  const entry = item.kind === "step" ? item.step.entry : item.entry;
  const name = `${kindWord(entry)} “${entry.name}”`;
  if (item.kind === "step" && isSent(write)) {
    const { changes, note } = item.step;
    const fields = changes.map((change) => changedField(change));
    return { name, fields, warning: note ?? undefined };
  }
  const note = "why" in write ? write.why : undefined;
  return { name, fields: [], status: { tone: "warning", label: "Cannot be undone" }, note };
}
