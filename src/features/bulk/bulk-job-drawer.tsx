import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { startBulkJob } from "@/data/bulk/bulk-job";
import {
  type BulkJobDialog,
  type BulkPreviewDialog,
  closeBulkPreview,
  showBulkJob,
} from "@/data/bulk/bulk-job-store";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import { planBulkJobUndo } from "@/data/bulk/bulk-undo";
import type { PlannedChange } from "@/data/changes/planned-change";
import { type Api, ApiProvider } from "@/data/client/api-context";
import { SkeletonLines } from "@/ui/feedback/states";
import { DrawerFrame } from "@/ui/overlay/drawer-frame";
import { PreviewStage } from "./preview-stage";
import { ProgressStage } from "./progress-stage";
import classes from "./progress-stage.module.css";

type Stage =
  | {
      readonly kind: "plan";
      readonly label: string;
      readonly changes: readonly PlannedChange[];
      readonly note?: ReactNode;
      readonly onStarted?: () => void;
    }
  | { readonly kind: "run"; readonly job: BulkJob }
  /** Loads the current records and plans the undo of the job. Continues with `plan`. */
  | { readonly kind: "undo"; readonly job: BulkJob };

/**
 * Shows the preview, progress, and result of a bulk action. Skips the preview of a job that has
 * already started.
 */
export function BulkJobDrawer({
  openRequest,
}: {
  readonly openRequest: BulkPreviewDialog | BulkJobDialog;
}): ReactNode {
  // The job may belong to a different project than the page, so the content uses the job's API.
  const { api } = openRequest.kind === "plan" ? openRequest : openRequest.job;
  return (
    <ApiProvider api={api}>
      <BulkJobDrawerContent openRequest={openRequest} api={api} />
    </ApiProvider>
  );
}

interface BulkJobDrawerContentProps {
  readonly openRequest: BulkPreviewDialog | BulkJobDialog;
  readonly api: Api;
}

function BulkJobDrawerContent({ openRequest, api }: BulkJobDrawerContentProps) {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<Stage>(() =>
    openRequest.kind === "plan" ? { kind: "plan", ...openRequest.preview } : openRequest,
  );
  const shownJob = stage.kind === "plan" ? null : stage.job;
  const onClose = () => closeBulkPreview(queryClient);
  useCloseOnNavigation(onClose);
  // Layout effects run before the browser paints, so the dialog that opened the preview closes in
  // the same frame.
  useLayoutEffect(() => {
    if (openRequest.kind === "plan") openRequest.onShown();
  }, [openRequest]);
  useEffect(() => {
    if (shownJob === null) return;
    showBulkJob(queryClient, shownJob);
    return () => showBulkJob(queryClient, null);
  }, [queryClient, shownJob]);

  if (stage.kind === "plan") {
    const { label, changes, note, onStarted } = stage;
    const startJob = () => {
      onStarted?.();
      setStage({ kind: "run", job: startBulkJob(queryClient, api, { label, changes }) });
    };
    return (
      <DrawerFrame size={720} title={label} contentKey={`plan ${label}`} onClose={onClose}>
        <PreviewStage note={note} changes={changes} onStart={startJob} onClose={onClose} />
      </DrawerFrame>
    );
  }
  const { job } = stage;
  return (
    <DrawerFrame size={720} title={job.label} contentKey={`${stage.kind} ${job.id}`} onClose={onClose}>
      {stage.kind === "run" ? (
        <ProgressStage job={job} onUndo={() => setStage({ kind: "undo", job })} onClose={onClose} />
      ) : (
        <UndoPreparation
          job={job}
          onPlanned={(changes) => setStage({ kind: "plan", label: `Undo: ${job.label}`, changes })}
        />
      )}
    </DrawerFrame>
  );
}

function useCloseOnNavigation(onClose: () => void): void {
  const { pathname } = useLocation();
  const [openedPathname] = useState(pathname);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (pathname !== openedPathname) close();
  }, [pathname, openedPathname]);
}

interface UndoPreparationProps {
  readonly job: BulkJob;
  readonly onPlanned: (changes: readonly PlannedChange[]) => void;
}

function UndoPreparation({ job, onPlanned }: UndoPreparationProps) {
  const queryClient = useQueryClient();
  const handlePlanned = useEffectEvent(onPlanned);
  useEffect(() => {
    const controller = new AbortController();
    async function planUndo() {
      const changes = await planBulkJobUndo(queryClient, job.api, job, controller.signal);
      if (!controller.signal.aborted) handlePlanned(changes);
    }
    // Planning rejects only after an abort, so the error needs no message.
    planUndo().catch(() => undefined);
    return () => controller.abort();
  }, [queryClient, job]);
  return (
    <div className={classes.empty} aria-busy="true">
      <output>Checking the current state…</output>
      <SkeletonLines count={6} isDecorative />
    </div>
  );
}
