import { Button } from "@mantine/core";
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useLocation } from "react-router-dom";
import type { Backend } from "@/data/backend/backend";
import { ApiProvider, missingScopeMessage, useApi, useConnectionStatus } from "@/data/backend/backend";
import { isInProgress, startBulkJob } from "@/data/bulk/bulk-job";
import { bulkJobResultMessage } from "@/data/bulk/bulk-job-items";
import type { BulkJob, BulkJobDialog, BulkPreviewDialog } from "@/data/bulk/bulk-job-store";
import { closeBulkPreview, openBulkJob, useBulkJobs, useShownBulkJob } from "@/data/bulk/bulk-job-store";
import { planBulkJobUndo } from "@/data/bulk/bulk-undo";
import {
  describeChange,
  findRepeatedNames,
  previewDeliveriesMessage,
  requiredScope,
} from "@/data/bulk/change-messages";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import { announce, toasts } from "@/ui/feedback/toasts";
import { SegmentedField } from "@/ui/form/fields";
import { DrawerFooter, DrawerFrame } from "@/ui/overlay/frames";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import { ChangeReview } from "@/ui/virtual-list/virtual-list";
import { ITEM_STATUS_LABELS, ProgressStage, previewSummaryMessage, summarizeChanges } from "./progress-stage";
import classes from "./progress-stage.module.css";

/** Shows a toast for each running job on every page. Shows the requested preview or job in a drawer. */
export function BulkJobHost({ backend }: { readonly backend: Backend }) {
  const { jobs, shown, openDialog: openRequest } = useBulkJobs(backend);
  return (
    <>
      {jobs.map((job) => (
        <BulkJobToast
          key={job.id}
          job={job}
          isShown={job === shown}
          onShow={() => openBulkJob(backend, job)}
        />
      ))}
      {openRequest && <BulkJobDrawer key={openRequest.id} openRequest={openRequest} />}
    </>
  );
}

interface BulkJobToastProps {
  readonly job: BulkJob;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

/**
 * Jobs whose result was shown or announced. A short job can finish before this component loads. Its
 * result must still be announced.
 */
const ANNOUNCED = new WeakSet<BulkJob>();

const RESULT_TOAST_MS = 20_000;

/** Shows a toast while the job runs in the background, then its result for 20 seconds. */
function BulkJobToast({ job, isShown, onShow }: BulkJobToastProps) {
  const isRunning = isInProgress(useSyncExternalStore(job.subscribe, job.get));
  const wasRunning = useRef(!ANNOUNCED.has(job));
  /** `mounted.isMounted` becomes false when the toast is removed, for example by the user. */
  const toast = useRef<{ readonly id: string; readonly mounted: { isMounted: boolean } }>(null);
  const showToast = useEffectEvent(() => {
    const mounted = { isMounted: true };
    const id = toasts.show({
      title: job.label,
      detail: <BulkJobToastText job={job} mounted={mounted} />,
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: "Show", onSelect: onShow },
    });
    toast.current = { id, mounted };
  });
  const dismissToast = useEffectEvent(() => {
    if (toast.current !== null) toasts.dismiss(toast.current.id);
    toast.current = null;
  });
  const markAnnounced = useEffectEvent(() => ANNOUNCED.add(job));
  const announceResult = useEffectEvent(() =>
    announce(`${job.label}: ${bulkJobResultMessage(job.get().counts)}`),
  );
  useEffect(() => {
    const hasFinished = wasRunning.current && !isRunning;
    wasRunning.current = isRunning;
    if (hasFinished) markAnnounced();
    if (isShown) return dismissToast();
    if (isRunning && toast.current?.mounted.isMounted !== true) return showToast();
    if (!hasFinished) return;
    announceResult();
    // An open toast is updated in place, because a new one could appear under the pointer.
    if (toast.current?.mounted.isMounted !== true) showToast();
    const timer = setTimeout(() => dismissToast(), RESULT_TOAST_MS);
    return () => clearTimeout(timer);
  }, [isRunning, isShown]);
  return null;
}

interface BulkJobToastTextProps {
  readonly job: BulkJob;
  readonly mounted: { isMounted: boolean };
}

/** Shows "340 of 1,000", then the result. Not a live region, because screen readers would announce every number. */
function BulkJobToastText({ job, mounted }: BulkJobToastTextProps) {
  const state = useSyncExternalStore(job.subscribe, job.get);
  useEffect(
    () => () => {
      mounted.isMounted = false;
    },
    [mounted],
  );
  const { counts, toSend, phase } = state;
  if (!isInProgress(state)) return bulkJobResultMessage(counts);
  return (
    <span aria-live="off">
      {`${formatCount(toSend - counts.waiting - counts.sending)} of ${formatCount(toSend)}`}
      {phase === "throttled" && ". The server limits requests. Resuming automatically."}
    </span>
  );
}

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

/** Shows the preview, progress, and result of a bulk action. Skips the preview of a job that has already started. */
function BulkJobDrawer({
  openRequest,
}: {
  readonly openRequest: BulkPreviewDialog | BulkJobDialog;
}): ReactNode {
  // The job may belong to a different project than the page, so the content uses the job's API.
  const { api } = openRequest.kind === "plan" ? openRequest : openRequest.job;
  const [stage, setStage] = useState<Stage>(() =>
    openRequest.kind === "plan" ? { kind: "plan", ...openRequest.preview } : openRequest,
  );
  const shownJob = stage.kind === "plan" ? null : stage.job;
  const label = stage.kind === "plan" ? stage.label : stage.job.label;
  const onClose = () => closeBulkPreview(api);
  const { pathname } = useLocation();
  const [openedPathname] = useState(pathname);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (pathname !== openedPathname) close();
  }, [pathname, openedPathname]);
  // Layout effects run before the browser paints, so the dialog that opened the preview closes in
  // the same frame.
  useLayoutEffect(() => {
    if (openRequest.kind === "plan") openRequest.preview.onShown?.();
  }, [openRequest]);
  useShownBulkJob(api, shownJob);

  function renderStage() {
    if (stage.kind === "run") {
      const { job } = stage;
      return <ProgressStage job={job} onUndo={() => setStage({ kind: "undo", job })} onClose={onClose} />;
    }
    if (stage.kind === "undo") {
      const planUndo = (changes: readonly PlannedChange[]) =>
        setStage({ kind: "plan", label: `Undo: ${stage.job.label}`, changes });
      return <UndoPreparation job={stage.job} onPlanned={planUndo} />;
    }
    const { changes, note, onStarted } = stage;
    const startJob = () => {
      onStarted?.();
      setStage({ kind: "run", job: startBulkJob(api, { label, changes }) });
    };
    return <PreviewStage note={note} changes={changes} onStart={startJob} onClose={onClose} />;
  }

  return (
    <ApiProvider api={api}>
      <DrawerFrame
        size={720}
        title={label}
        contentKey={`${stage.kind} ${shownJob?.id ?? label}`}
        onClose={onClose}
      >
        {renderStage()}
      </DrawerFrame>
    </ApiProvider>
  );
}

interface UndoPreparationProps {
  readonly job: BulkJob;
  readonly onPlanned: (changes: readonly PlannedChange[]) => void;
}

function UndoPreparation({ job, onPlanned }: UndoPreparationProps) {
  const handlePlanned = useEffectEvent(onPlanned);
  useEffect(() => {
    const controller = new AbortController();
    async function planUndo() {
      const changes = await planBulkJobUndo(job.api, job, controller.signal);
      if (!controller.signal.aborted) handlePlanned(changes);
    }
    // Planning rejects only after an abort, so the error needs no message.
    planUndo().catch(() => undefined);
    return () => controller.abort();
  }, [job]);
  return (
    <div className={classes.empty} aria-busy="true">
      <output>Checking the current state…</output>
      <SkeletonLines count={6} isDecorative />
    </div>
  );
}

interface PreviewStageProps {
  readonly note?: ReactNode;
  readonly changes: readonly PlannedChange[];
  readonly onStart: () => void;
  readonly onClose: () => void;
}

type PreviewFilter = "all" | "sent" | "nothing" | "impossible";

function PreviewStage({ note, changes, onStart, onClose }: PreviewStageProps) {
  const [filter, setFilter] = useState<PreviewFilter>("all");
  const refusal = useMissingScopeMessage(changes);
  const { names } = useSourceNames();
  const rules = useSendingRules();
  const summary = useMemo(() => summarizeChanges(changes, rules), [changes, rules]);
  const repeatedNames = useMemo(() => findRepeatedNames(changes), [changes]);
  const shownChanges = useMemo(
    () =>
      filter === "all"
        ? changes
        : changes.filter((plannedChange) =>
            filter === "sent" ? isSendable(plannedChange) : plannedChange.kind === filter,
          ),
    [changes, filter],
  );
  const deliveriesMessage = previewDeliveriesMessage(summary);
  const sendableCount = summary.change + summary.create + summary.remove;
  const options = [
    { value: "all", label: `All ${formatCount(changes.length)}`, count: changes.length },
    { value: "sent", label: `Changes ${formatCount(sendableCount)}`, count: sendableCount },
    { value: "nothing", label: `Unchanged ${formatCount(summary.nothing)}`, count: summary.nothing },
    {
      value: "impossible",
      label: `Can't change ${formatCount(summary.impossible)}`,
      count: summary.impossible,
    },
  ] as const;
  const availableOptions = options.filter(({ count, value }) => count > 0 || value === "all");
  return (
    <>
      <div className={classes.summary}>
        <p>{previewSummaryMessage(summary)}</p>
        {typeof note === "string" ? <p>{note}</p> : note}
        {deliveriesMessage !== null && (
          <Notice
            tone="warning"
            title={summary.sends + summary.maySend > 0 ? "Immediate deliveries" : "Overdue deliveries"}
          >
            {deliveriesMessage}
          </Notice>
        )}
        {availableOptions.length > 2 && (
          <SegmentedField label="Show" value={filter} onChange={setFilter} options={availableOptions} />
        )}
      </div>
      <ChangeReview
        key={filter}
        label="Planned changes"
        className={classes.list}
        count={shownChanges.length}
        getChange={(index) => {
          const plannedChange = shownChanges[index];
          if (plannedChange === undefined) return { name: "", fields: [] };
          const { kind } = plannedChange;
          const isSkipped = kind === "nothing" || kind === "impossible";
          return {
            ...describeChange(plannedChange, rules, names, repeatedNames),
            ...(isSkipped && { status: ITEM_STATUS_LABELS[kind] }),
          };
        }}
      />
      <DrawerFooter>
        <Button onClick={onClose}>Cancel</Button>
        <ButtonWithDisabledReason
          variant="filled"
          data-run
          onClick={onStart}
          disabledReason={sendableCount === 0 ? "No changes to run." : refusal}
        >
          {`Run ${pluralize(sendableCount, "change", "changes")}`}
        </ButtonWithDisabledReason>
      </DrawerFooter>
    </>
  );
}

function useMissingScopeMessage(changes: readonly PlannedChange[]): string | undefined {
  const { missingScopes } = useConnectionStatus(useApi().client);
  const scopes = useMemo(() => new Set(changes.map(requiredScope)), [changes]);
  const missing = [...scopes].find((scope) => scope !== undefined && missingScopes.has(scope));
  return missing === undefined ? undefined : missingScopeMessage(missing);
}
