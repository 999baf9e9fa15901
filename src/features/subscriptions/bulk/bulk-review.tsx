import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { type Api, ApiProvider, useApi } from "@/data/api-context";
import { type BulkRun, startBulkRun } from "@/data/bulk-run";
import { showRun } from "@/data/bulk-runs";
import { planRunUndo } from "@/data/bulk-undo";
import type { PlannedWrite } from "@/data/planned-write";
import { DrawerFrame } from "@/ui/drawer-frame";
import { SkeletonLines } from "@/ui/states";
import { BulkPlanStage } from "./bulk-plan-stage";
import { BulkRunStage } from "./bulk-run-stage";
import classes from "./bulk-stage.module.css";

/** What a review shows. */
export interface BulkReviewProps {
  /** "Remove ana@x.co from 12 deliveries" */
  readonly label: string;
  readonly writes: readonly PlannedWrite[];
  /** What a person should know of the plan before it runs. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

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

/** Shows what is planned per record, runs it, and says what became of each. Import it lazily. */
export function BulkReview({ label, writes, note, onClose }: BulkReviewProps): ReactNode {
  return <Review api={useApi()} first={{ kind: "plan", label, writes, note }} onClose={onClose} />;
}

/** A run that was begun before, from whichever page. */
export function RunReview({
  run,
  onClose,
}: {
  readonly run: BulkRun;
  readonly onClose: () => void;
}): ReactNode {
  return (
    // It may belong to another project than the page.
    <ApiProvider api={run.api}>
      <Review api={run.api} first={{ kind: "run", run }} onClose={onClose} />
    </ApiProvider>
  );
}

interface ReviewProps {
  readonly api: Api;
  readonly first: Stage;
  readonly onClose: () => void;
}

function Review({ api, first, onClose }: ReviewProps) {
  const queries = useQueryClient();
  const [stage, setStage] = useState(first);
  const shown = stage.kind === "plan" ? null : stage.run;
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
        <BulkPlanStage note={note} writes={writes} onRun={begin} onClose={onClose} />
      </DrawerFrame>
    );
  }
  const { run } = stage;
  return (
    <DrawerFrame size={720} title={run.label} stage={`${stage.kind} ${run.id}`} onClose={onClose}>
      {stage.kind === "run" ? (
        <BulkRunStage run={run} onUndo={() => setStage({ kind: "looking", run })} onClose={onClose} />
      ) : (
        <Looking
          run={run}
          onPlan={(writes) => setStage({ kind: "plan", label: `Undo: ${run.label}`, writes })}
        />
      )}
    </DrawerFrame>
  );
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
      <SkeletonLines n={6} />
    </div>
  );
}
