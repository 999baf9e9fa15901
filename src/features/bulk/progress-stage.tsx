import { Box, Button } from "@mantine/core";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { isInProgress } from "@/data/bulk/bulk-job";
import type { ItemStatus } from "@/data/bulk/bulk-job-items";
import { bulkJobResultMessage } from "@/data/bulk/bulk-job-messages";
import type { BulkJob, BulkJobState } from "@/data/bulk/bulk-job-types";
import { describeChange, findRepeatedNames, plannedDeliveries } from "@/data/bulk/change-messages";
import { type SendingRules, useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { useConnectionStatus } from "@/data/client/api-context";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { useSaveFile } from "@/ui/download/use-save-file";
import { JobProgress } from "@/ui/feedback/job-progress";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { MenuButton } from "@/ui/overlay/action-menu";
import { DrawerFooter } from "@/ui/overlay/drawer-frame";
import { DownloadIcon, RefreshIcon, UndoIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { ChangeReview } from "@/ui/virtual-list/change-review";
import { createBulkJobReport } from "./bulk-job-file";
import { itemStatusLabel } from "./bulk-job-labels";
import classes from "./progress-stage.module.css";

interface ProgressStageProps {
  readonly job: BulkJob;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

type ProgressFilter = ItemStatus | "all";

const FILTER_STATUSES: readonly ItemStatus[] = [
  "failed",
  "unknown",
  "changed",
  "done",
  "waiting",
  "nothing",
  "impossible",
];

const PHASE_TITLES: Readonly<Record<BulkJobState["phase"], string>> = {
  running: "Running",
  throttled: "Waiting",
  stopping: "Stopping",
  stopped: "Stopped",
  paused: "Paused",
  finished: "Finished",
};

export function ProgressStage({ job, onUndo, onClose }: ProgressStageProps) {
  const state = useSyncExternalStore(job.subscribe, job.get);
  const { names } = useSourceNames();
  const rules = useSendingRules();
  const { counts, phase, problem, toSend, version } = state;
  const [selectedFilter, setFilter] = useState<ProgressFilter>("all");
  const filter = selectedFilter !== "all" && counts[selectedFilter] === 0 ? "all" : selectedFilter;
  const repeatedNames = useMemo(() => findRepeatedNames(job.changes), [job]);
  const itemIndices = useMemo(() => findItemIndices(job, filter, version), [job, filter, version]);
  const overdueCount = useMemo(() => countOverdueDeliveries(job, rules, version), [job, rules, version]);
  // The key dialog already reports a rejected key.
  const isKeyDialogOpen = useConnectionStatus(job.api.client).keyRefusal !== null;
  const unresolvedCount = counts.failed + counts.unknown;
  const options = [
    { value: "all", label: `All ${formatCount(job.changes.length)}` } as const,
    ...FILTER_STATUSES.flatMap((value) =>
      counts[value] === 0
        ? []
        : [{ value, label: `${itemStatusLabel(value).label} ${formatCount(counts[value])}` }],
    ),
  ];
  return (
    <>
      <div className={classes.summary}>
        <JobProgress
          title={PHASE_TITLES[phase]}
          done={toSend - counts.waiting - counts.sending}
          total={toSend}
          retryAt={phase === "throttled" ? state.retryAt : null}
          onRetryNow={state.canRetryNow ? job.api.client.retryNow : undefined}
          detail={unresolvedCount > 0 ? bulkJobResultMessage({ ...counts, waiting: 0 }) : undefined}
        />
        {problem !== null && !isKeyDialogOpen && (
          <Notice tone="danger" title={`Paused: ${problem.title}`}>
            {`${problem.detail} Fix the problem, then resume.`}
          </Notice>
        )}
        {isInProgress(state) && (
          <p className={shared.hint}>You can close this panel, but keep the tab open.</p>
        )}
        {overdueCount > 0 && (
          <Notice tone="warning" title={pluralize(overdueCount, "overdue delivery", "overdue deliveries")}>
            The server sends overdue deliveries within the hour. To prevent this, undo the changes.
          </Notice>
        )}
        {counts.unknown > 0 && !isInProgress(state) && (
          <Notice tone="warning" title={pluralize(counts.unknown, "outcome unknown", "outcomes unknown")}>
            A retry first checks whether each change was applied. New subscriptions aren't retried, so check
            them in Activity.
          </Notice>
        )}
        {options.length > 2 && (
          <SegmentedField label="Show" value={filter} onChange={setFilter} options={options} />
        )}
      </div>
      <ChangeReview
        key={filter}
        label="Results"
        className={classes.list}
        count={itemIndices === null ? job.changes.length : itemIndices.length}
        getChange={(index) => {
          const itemIndex = itemIndices === null ? index : (itemIndices[index] ?? 0);
          const change = job.changes[itemIndex];
          if (change === undefined) return { name: "", fields: [] };
          const status = job.statusAt(itemIndex);
          const { warning, ...reviewed } = describeChange(change, rules, names, repeatedNames);
          return {
            ...reviewed,
            ...(status === "waiting" && { warning }),
            status: itemStatusLabel(status),
            note: job.reasonAt(itemIndex) ?? undefined,
          };
        }}
      />
      <ProgressActions job={job} state={state} onUndo={onUndo} onClose={onClose} />
    </>
  );
}

/** Counts the applied changes after which the server sends an overdue delivery. */
function countOverdueDeliveries(job: BulkJob, rules: SendingRules, _version: number): number {
  return job.changes.filter(
    (change, index) =>
      job.statusAt(index) === "done" && plannedDeliveries(change, rules).some(({ isOverdue }) => isOverdue),
  ).length;
}

function findItemIndices(job: BulkJob, filter: ProgressFilter, _version: number): readonly number[] | null {
  if (filter === "all") return null;
  return job.changes.flatMap((_, index) => (job.statusAt(index) === filter ? [index] : []));
}

function ProgressActions({
  job,
  state,
  onUndo,
  onClose,
}: ProgressStageProps & { readonly state: BulkJobState }) {
  const saving = useSaveFile({ showsErrorToast: true });
  const footer = useRestoreFocusToFooter(state.phase);
  const { counts, phase } = state;
  const isStopped = !isInProgress(state);
  const retriableCount = isStopped && counts.failed + counts.unknown > 0 ? job.countRetriable() : 0;
  const saveReport = (format: "csv" | "json") =>
    void saving.save(createBulkJobReport(job, format), job.changes.length);
  return (
    <DrawerFooter ref={footer}>
      <Box mr="auto">
        <MenuButton
          label="Report"
          icon={<DownloadIcon />}
          actions={() => [
            { id: "csv", label: "Results as CSV", onSelect: () => saveReport("csv") },
            { id: "json", label: "Results as JSON", onSelect: () => saveReport("json") },
          ]}
        />
      </Box>
      {isStopped && counts.done > 0 && (
        <Button variant="default" leftSection={<UndoIcon />} onClick={onUndo}>
          Undo all…
        </Button>
      )}
      {isStopped && retriableCount > 0 && (
        <Button variant="default" leftSection={<RefreshIcon />} onClick={job.retryFailed}>
          {`Retry ${pluralize(retriableCount, "change", "changes")}`}
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      {phase !== "finished" && (
        <Button
          onClick={isStopped ? job.resume : job.stop}
          aria-disabled={phase === "stopping"}
          data-disabled={phase === "stopping"}
        >
          {isStopped ? "Resume" : phase === "stopping" ? "Stopping…" : "Stop"}
        </Button>
      )}
    </DrawerFooter>
  );
}

/** Moves focus to the last button when the focused button disappears. */
function useRestoreFocusToFooter(phase: BulkJobState["phase"]) {
  const footer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body || phase === "stopping") return;
    [...(footer.current?.querySelectorAll("button") ?? [])].at(-1)?.focus();
  }, [phase]);
  return footer;
}
