import { Box, Button } from "@mantine/core";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useConnectionStatus } from "@/data/backend/backend";
import { isInProgress } from "@/data/bulk/bulk-job";
import type { BulkJobItem, ItemStatus } from "@/data/bulk/bulk-job-items";
import { bulkJobResultMessage, createItem } from "@/data/bulk/bulk-job-items";
import type { BulkJob, BulkJobState } from "@/data/bulk/bulk-job-store";
import {
  describeChange,
  findRepeatedNames,
  plannedDeliveries,
  summarizeDeliveries,
} from "@/data/bulk/change-messages";
import { changeRecordId } from "@/data/bulk/precheck-change";
import { type SendingRules, useSendingRules } from "@/data/capabilities/capabilities";
import { useSourceNames } from "@/data/catalog/source-names";
import { isSendable, type PlannedChange } from "@/data/changes/planned-change";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { buildFile, type PendingFile, useSaveFile } from "@/ui/download/use-save-file";
import { JobStatus, StopButton } from "@/ui/feedback/job-status";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/fields";
import { MenuButton } from "@/ui/overlay/action-menu";
import { DrawerFooter } from "@/ui/overlay/frames";
import type { StatusTone } from "@/ui/primitives/status";
import { DownloadIcon, RefreshIcon, UndoIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { ChangeReview } from "@/ui/virtual-list/virtual-list";
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

export function ProgressStage({ job, onUndo, onClose }: ProgressStageProps) {
  const state = useSyncExternalStore(job.subscribe, job.get);
  const { names } = useSourceNames();
  const rules = useSendingRules();
  const { counts, items } = state;
  const [selectedFilter, setFilter] = useState<ProgressFilter>("all");
  const filter = selectedFilter !== "all" && counts[selectedFilter] === 0 ? "all" : selectedFilter;
  const repeatedNames = useMemo(() => findRepeatedNames(job.changes), [job]);
  const itemIndexes = useMemo(
    () => items.flatMap(({ status }, index) => (filter === "all" || status === filter ? [index] : [])),
    [items, filter],
  );
  const overdueCount = useMemo(() => countOverdueDeliveries(job.changes, items, rules), [job, items, rules]);
  const isKeyDialogOpen = useConnectionStatus(job.api.client).keyRefusal !== null;
  const unresolvedCount = counts.failed + counts.unknown;
  const options = [
    { value: "all", label: `All ${formatCount(job.changes.length)}` } as const,
    ...FILTER_STATUSES.flatMap((value) =>
      counts[value] === 0
        ? []
        : [{ value, label: `${ITEM_STATUS_LABELS[value].label} ${formatCount(counts[value])}` }],
    ),
  ];
  return (
    <>
      <div className={classes.summary}>
        <JobStatus
          // The key dialog already reports a rejected key.
          state={isKeyDialogOpen ? { ...state, problem: null } : state}
          onRetryNow={job.api.client.retryNow}
          detail={unresolvedCount > 0 ? bulkJobResultMessage({ ...counts, waiting: 0 }) : undefined}
        />
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
        count={itemIndexes.length}
        getChange={(index) => {
          const itemIndex = itemIndexes[index] ?? 0;
          const [change, item] = [job.changes[itemIndex], items[itemIndex]];
          if (change === undefined || item === undefined) return { name: "", fields: [] };
          const { warning, ...reviewed } = describeChange(change, rules, names, repeatedNames);
          return {
            ...reviewed,
            ...(item.status === "waiting" && { warning }),
            status: ITEM_STATUS_LABELS[item.status],
            note: item.reason ?? undefined,
          };
        }}
      />
      <ProgressActions job={job} state={state} onUndo={onUndo} onClose={onClose} />
    </>
  );
}

/** Counts the applied changes after which the server sends an overdue delivery. */
function countOverdueDeliveries(
  changes: readonly PlannedChange[],
  items: readonly BulkJobItem[],
  rules: SendingRules,
): number {
  return changes.filter(
    (change, index) =>
      items[index]?.status === "done" && plannedDeliveries(change, rules).some(({ isOverdue }) => isOverdue),
  ).length;
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
        <Button leftSection={<UndoIcon />} onClick={onUndo}>
          Undo all…
        </Button>
      )}
      {isStopped && retriableCount > 0 && (
        <Button leftSection={<RefreshIcon />} onClick={job.retryFailed}>
          {`Retry ${pluralize(retriableCount, "change", "changes")}`}
        </Button>
      )}
      <Button onClick={onClose}>Close</Button>
      {phase !== "finished" && <StopButton phase={phase} onStop={job.stop} onResume={job.resume} />}
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

interface ReportRow {
  readonly change: PlannedChange;
  readonly item: BulkJobItem;
}

const requestBody = (change: PlannedChange): object => ("body" in change ? change.body : {});

function valuesBefore(change: PlannedChange): object {
  if (change.kind === "remove") return { level: change.before.level };
  if (change.kind !== "change") return {};
  return Object.fromEntries(Object.keys(change.body).map((field) => [field, change.before[field] ?? null]));
}

/** Returns the subscription ID or the member's UUID. Null for a new subscription, and for a change that isn't sent. */
function recordIdOf(change: PlannedChange): number | string | null {
  return isSendable(change) ? changeRecordId(change) : null;
}

const getReportFields = ({ change, item }: ReportRow) => ({
  id: recordIdOf(change),
  name: change.name,
  outcome: item.status,
  reason: item.reason,
  before: valuesBefore(change),
  after: requestBody(change),
});

const REPORT_COLUMNS = [
  { header: "id", text: ({ change }: ReportRow) => recordIdOf(change) },
  { header: "name", text: ({ change }: ReportRow) => change.name },
  { header: "outcome", text: ({ item }: ReportRow) => ITEM_STATUS_LABELS[item.status].label },
  { header: "reason", text: ({ item }: ReportRow) => item.reason },
  { header: "before", text: ({ change }: ReportRow) => JSON.stringify(valuesBefore(change)) },
  { header: "after", text: ({ change }: ReportRow) => JSON.stringify(requestBody(change)) },
];

function createBulkJobReport(job: BulkJob, format: "csv" | "json"): PendingFile {
  const { items } = job.get();
  const rows = job.changes.map((change, index) => ({ change, item: items[index] ?? createItem(change) }));
  const fileName = `${job.label} ${new Date(job.startedAt).toISOString().slice(0, 10)}`;
  return buildFile(
    rows,
    { format, fields: format === "csv" ? "shown" : "all", bom: true },
    { columns: REPORT_COLUMNS, getAllFields: getReportFields, fileName },
  );
}

export const ITEM_STATUS_LABELS: Readonly<
  Record<ItemStatus, { readonly tone: StatusTone; readonly label: string }>
> = {
  waiting: { tone: "neutral", label: "Waiting" },
  sending: { tone: "neutral", label: "Sending" },
  done: { tone: "positive", label: "Done" },
  failed: { tone: "danger", label: "Failed" },
  unknown: { tone: "warning", label: "Outcome unknown" },
  changed: { tone: "warning", label: "Conflict" },
  nothing: { tone: "neutral", label: "Unchanged" },
  impossible: { tone: "warning", label: "Can't change" },
};

export function summarizeChanges(changes: readonly PlannedChange[], rules: SendingRules) {
  const counts = { change: 0, create: 0, remove: 0, nothing: 0, impossible: 0 };
  for (const plannedChange of changes) counts[plannedChange.kind] += 1;
  return { ...counts, ...summarizeDeliveries(changes, rules) };
}

/** Summarizes a preview: "12 will change, 3 unchanged, 1 can't be changed." */
export function previewSummaryMessage(summary: ReturnType<typeof summarizeChanges>): string {
  const { change, create, remove, nothing, impossible } = summary;
  const parts = [
    create > 0 && `${formatCount(create)} will be created`,
    change > 0 && `${formatCount(change)} will change`,
    remove > 0 && `${formatCount(remove)} will be removed`,
    nothing > 0 && `${formatCount(nothing)} unchanged`,
    impossible > 0 && `${formatCount(impossible)} can't be changed`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "No changes." : `${parts.join(", ")}.`;
}
