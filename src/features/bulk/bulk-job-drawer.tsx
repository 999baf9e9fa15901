import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { startBulkRun } from "@/data/bulk/bulk-job";
import { type AskedPlan, type AskedRun, closeAsked, showRun } from "@/data/bulk/bulk-job-store";
import { type BulkRun } from "@/data/bulk/bulk-job-types";
import { planRunUndo } from "@/data/bulk/bulk-undo";
import type { PlannedWrite } from "@/data/changes/planned-change";
import { type Api, ApiProvider } from "@/data/client/api-context";
import { SkeletonLines } from "@/ui/feedback/states";
import { DrawerFrame } from "@/ui/overlay/drawer-frame";
import { PlanStage } from "./preview-stage";
import { RunStage } from "./progress-stage";
import classes from "./progress-stage.module.css";

type Stage =
  | {
      readonly kind: "plan";
      readonly label: string;
      readonly writes: readonly PlannedWrite[];
      readonly note?: ReactNode;
    }
  | { readonly kind: "run"; readonly run: BulkRun }
  /** Reads how the records stand now, to plan the undo of a run. */
  | { readonly kind: "looking"; readonly run: BulkRun };

/** Shows what is planned per record, runs it, and says what became of each; or a run that was begun before. */
export function RunReview({ asked }: { readonly asked: AskedPlan | AskedRun }): ReactNode {
  // It may belong to another project than the page.
  const { api } = asked.kind === "plan" ? asked : asked.run;
  return (
    <ApiProvider api={api}>
      <Review asked={asked} api={api} />
    </ApiProvider>
  );
}

interface ReviewProps {
  readonly asked: AskedPlan | AskedRun;
  readonly api: Api;
}

function Review({ asked, api }: ReviewProps) {
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage>(() =>
    asked.kind === "plan" ? { kind: "plan", ...asked.plan } : asked,
  );
  const shown = stage.kind === "plan" ? null : stage.run;
  const onClose = () => closeAsked(queries);
  useCloseWithPage(onClose);
  // Before it is painted: what asked for it leaves in the same moment.
  useLayoutEffect(() => {
    if (asked.kind === "plan") asked.onShown();
  }, [asked]);
  useEffect(() => {
    if (shown === null) return;
    showRun(queries, shown);
    return () => showRun(queries, null);
  }, [queries, shown]);

  if (stage.kind === "plan") {
    const { label, writes, note } = stage;
    const begin = () => setStage({ kind: "run", run: startBulkRun(queries, api, { label, writes }) });
    return (
      <DrawerFrame size={720} title={label} stage={`plan ${label}`} onClose={onClose}>
        <PlanStage note={note} writes={writes} onRun={begin} onClose={onClose} />
      </DrawerFrame>
    );
  }
  const { run } = stage;
  return (
    <DrawerFrame size={720} title={run.label} stage={`${stage.kind} ${run.id}`} onClose={onClose}>
      {stage.kind === "run" ? (
        <RunStage run={run} onUndo={() => setStage({ kind: "looking", run })} onClose={onClose} />
      ) : (
        <Looking
          run={run}
          onPlan={(writes) => setStage({ kind: "plan", label: `Undo: ${run.label}`, writes })}
        />
      )}
    </DrawerFrame>
  );
}

/** What lies over a page goes when the page does. */
function useCloseWithPage(onClose: () => void): void {
  const { pathname } = useLocation();
  const [opened] = useState(pathname);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (pathname !== opened) close();
  }, [pathname, opened]);
}

interface LookingProps {
  readonly run: BulkRun;
  readonly onPlan: (writes: readonly PlannedWrite[]) => void;
}

function Looking({ run, onPlan }: LookingProps) {
  const queries = useQueryClient();
  const found = useEffectEvent(onPlan);
  useEffect(() => {
    const controller = new AbortController();
    async function look() {
      const writes = await planRunUndo(queries, run.api, run, controller.signal);
      if (!controller.signal.aborted) found(writes);
    }
    // Rejects only where it was left: then nobody waits for it.
    look().catch(() => undefined);
    return () => controller.abort();
  }, [queries, run]);
  return (
    <div className={classes.empty} aria-busy="true">
      <output>Looking at how the records stand now, so that nothing newer is overwritten.</output>
      <SkeletonLines n={6} isTold />
    </div>
  );
}
