import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Button, Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useApi } from "@/data/api-context";
import { KINDS } from "@/data/change-words";
import type { JournalEntry } from "@/data/journal-entry";
import { planUndo, type UndoPlanItem } from "@/data/journal-undo";
import { startUndoRun, type UndoResult, type UndoRun } from "@/data/journal-undo-run";
import { formatCount, plural } from "@/lib/numbers";
import { useAnnounce } from "@/ui/announcer";
import { useFocusBack } from "@/ui/focus-back";
import { SendingButton } from "@/ui/reason-button";
import { SkeletonLines } from "@/ui/states";
import { Status, type StatusTone } from "@/ui/status";
import { ChangeList } from "./change-list";

import classes from "./undo-dialog.module.css";

interface UndoDialogProps {
  readonly entries: readonly JournalEntry[];
  readonly onClose: () => void;
}

/** Shows what undoing would send and what is refused, sends it, and tells what became of it. Open while rendered. */
export function UndoDialog({ entries, onClose }: UndoDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const plan = usePlan(entries);
  const [run, setRun] = useState<UndoRun | null>(null);
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  const steps = (plan ?? []).flatMap((item) => (item.kind === "step" ? [item.step.entry] : []));
  const [first] = entries;
  const title =
    entries.length === 1 && first
      ? `Undo “${KINDS[first.kind]} ${first.name}”?`
      : `Undo ${formatCount(entries.length)} writes?`;

  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title={title}
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
              {plan !== null && steps.length === 0 ? "Close" : "Cancel"}
            </Button>
            {(plan === null || steps.length > 0) && (
              <SendingButton
                loading={plan === null}
                onClick={() => plan !== null && setRun(startUndoRun(queries, api, steps))}
              >
                {plan === null ? "Undo" : `Undo ${plural(steps.length, "write", "writes")}`}
              </SendingButton>
            )}
          </div>
        </>
      ) : (
        <Run run={run} onClose={onClose} />
      )}
    </Modal>
  );
}

/** What undoing would send; null while the records are read. */
function usePlan(entries: readonly JournalEntry[]): readonly UndoPlanItem[] | null {
  const api = useApi();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [plan, setPlan] = useState<readonly UndoPlanItem[] | null>(null);
  useEffect(() => {
    const given = new AbortController();
    async function look(): Promise<void> {
      // It is given up only where the dialog is left.
      const items = await planUndo(queries, api, entries, given.signal).catch(() => null);
      if (items === null || given.signal.aborted) return;
      setPlan(items);
      announce(planWords(items));
    }
    void look();
    return () => given.abort();
  }, [queries, api, entries, announce]);
  return plan;
}

/** "2 writes can be undone, 1 cannot." */
function planWords(items: readonly UndoPlanItem[]): string {
  const possible = items.filter(({ kind }) => kind === "step").length;
  const refused = items.length - possible;
  if (refused === 0) return `${plural(possible, "write", "writes")} can be undone.`;
  if (possible === 0) return items.length === 1 ? "It cannot be undone." : "None of them can be undone.";
  return `${plural(possible, "write", "writes")} can be undone, ${formatCount(refused)} cannot.`;
}

function Plan({ plan }: { readonly plan: readonly UndoPlanItem[] | null }) {
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
      <ol className={classes.items} aria-label="What will be sent">
        {plan.map((item) => (
          <li key={itemId(item)} className={classes.item}>
            <PlanItem item={item} />
          </li>
        ))}
      </ol>
    </>
  );
}

const itemId = (item: UndoPlanItem) => (item.kind === "step" ? item.step.entry.id : item.entry.id);

function PlanItem({ item }: { readonly item: UndoPlanItem }) {
  if (item.kind === "refused") {
    return (
      <>
        <p className={classes.name}>{`${KINDS[item.entry.kind]} “${item.entry.name}”`}</p>
        <Status tone="warning" label="Cannot be undone" />
        <p className={classes.why}>{item.why}</p>
      </>
    );
  }
  const { entry, changes, note } = item.step;
  return (
    <>
      <p className={classes.name}>{`${KINDS[entry.kind]} “${entry.name}”`}</p>
      <ChangeList changes={changes} />
      {note !== null && <p className={classes.note}>{note}</p>}
    </>
  );
}

const RESULTS: Readonly<Record<UndoResult["status"], { readonly tone: StatusTone; readonly label: string }>> =
  {
    waiting: { tone: "neutral", label: "Not sent" },
    done: { tone: "positive", label: "Undone" },
    refused: { tone: "danger", label: "Not undone" },
    unknown: { tone: "warning", label: "Outcome unknown" },
  };

function Run({ run, onClose }: { readonly run: UndoRun; readonly onClose: () => void }) {
  const { phase, results } = useSyncExternalStore(run.subscribe, run.get);
  const announce = useAnnounce();
  const settled = results.filter(({ status }) => status !== "waiting");
  const done = results.filter(({ status }) => status === "done").length;
  const words = `${formatCount(done)} of ${plural(results.length, "write", "writes")} undone`;
  const isRunning = phase === "running";
  useEffect(() => {
    if (!isRunning) announce(words);
  }, [isRunning, words, announce]);

  return (
    <>
      <p className={classes.lead}>{isRunning ? `${words}…` : `${words}.`}</p>
      <progress
        className={classes.progress}
        aria-label="Undoing"
        value={settled.length}
        max={results.length}
      />
      <ol className={classes.items} aria-label="What became of it">
        {results.map(({ entry, status, why }) => (
          <li key={entry.id} className={classes.item}>
            <p className={classes.name}>{`${KINDS[entry.kind]} “${entry.name}”`}</p>
            <Status {...(isRunning && status === "waiting" ? WAITING : RESULTS[status])} />
            {why !== null && <p className={classes.why}>{why}</p>}
          </li>
        ))}
      </ol>
      <div className={classes.buttons}>
        {isRunning && (
          <Button variant="default" onClick={run.stop}>
            Stop
          </Button>
        )}
        <Button variant={isRunning ? "default" : "filled"} onClick={onClose}>
          {isRunning ? "Go on in the background" : "Close"}
        </Button>
      </div>
    </>
  );
}

const WAITING = { tone: "neutral", label: "Waiting" } as const;
