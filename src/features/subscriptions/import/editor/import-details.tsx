import { Button, Group, Stack } from "@mantine/core";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { startBulkJob } from "@/data/bulk/bulk-job";
import type { BulkJob } from "@/data/bulk/bulk-job-store";
import { previewDeliveriesMessage, summarizeDeliveries } from "@/data/bulk/change-messages";
import { useCapabilities, useSendingRules } from "@/data/capabilities/capabilities";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import type { LoadedList } from "@/data/collection/collection";
import { countLoadedRecords, isHalted, loadLists } from "@/data/collection/whole-lists";
import type { BaseRecords, ImportDiff } from "@/features/subscriptions/import/model/import-diff";
import { diffImportFile } from "@/features/subscriptions/import/model/import-diff";
import type { ParsedImportFile } from "@/features/subscriptions/import/model/parse-import-file";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import { ActionBar } from "@/ui/collection-table/selection-bar";
import { EmptyState, Notice, SkeletonLines } from "@/ui/feedback/states";
import { useAnnouncement } from "@/ui/feedback/toasts";
import { useSlicedTask } from "@/ui/hooks/use-sliced-task";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import shared from "@/ui/theme/shared.module.css";
import { ImportResult } from "./import-result";
import {
  ImportIssues,
  ImportNotices,
  ImportReview,
  type ImportSelection,
  isItemSelected,
} from "./import-review";

interface ImportDetailsProps {
  readonly name: string;
  readonly parsedFile: ParsedImportFile;
  readonly isCreateOnly: boolean;
  readonly lists: readonly LoadedList<Subscription>[];
  readonly onClose: () => void;
  readonly onCorrect?: ((offset: number) => void) | undefined;
}

export function ImportDetails(props: ImportDetailsProps) {
  const { name, parsedFile, isCreateOnly, lists, onClose, onCorrect } = props;
  const [choice, setChoice] = useState<ImportSelection>(new Map());
  const [job, setJob] = useState<BulkJob | null>(null);
  const api = useApi();
  const { baseRecords, compareNow: refreshComparison } = useBaseRecords(lists, isCreateOnly);
  // The import changes the loaded records, so the file isn't compared with them until the user asks for it.
  const diff = useImportDiff(parsedFile, job === null ? baseRecords : null);
  const rules = useSendingRules();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const changes = useMemo(
    () =>
      (diff?.items ?? []).flatMap((item) => (isItemSelected(item, choice) ? (item.plannedChange ?? []) : [])),
    [diff, choice],
  );
  const deliveriesMessage = useMemo(
    () => previewDeliveriesMessage(summarizeDeliveries(changes, rules)),
    [changes, rules],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button was removed.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // Refreshes short lists, because records may have changed while the user edited the file.
  const refreshLists = useEffectEvent(() => {
    for (const { collection } of lists) collection.scheduleRefresh(true);
  });
  useEffect(() => refreshLists(), []);
  const summary = diff && importSummaryMessage(diff);
  useAnnouncement(summary);

  function startImport() {
    const label = `Import ${pluralize(changes.length, "change", "changes")} from ${name}`;
    setJob(startBulkJob(api, { label, changes }));
  }

  return (
    <Stack maw={960}>
      <Group justify="space-between" gap="4px 16px">
        <div>
          <h2 ref={heading} tabIndex={-1} className={shared.heading}>
            {name}
          </h2>
          {summary && <p className={shared.hint}>{summary}</p>}
        </div>
        <Button onClick={onClose}>Choose another file</Button>
      </Group>
      {job !== null && <ImportResult job={job} onReview={() => setJob(null)} />}
      {job === null && baseRecords === null && <ImportLoading lists={lists} onCompare={refreshComparison} />}
      {job === null && baseRecords !== null && diff === null && <SkeletonLines count={6} />}
      {diff && (
        <>
          <ImportNotices
            diff={diff}
            header={parsedFile.header}
            isCreateOnly={isCreateOnly}
            isComplete={baseRecords?.isComplete ?? true}
            isOutdated={lists.some(({ state }) => state.isOutdated)}
          />
          <ImportIssues text={parsedFile.text} issues={diff.issues} onEditText={onCorrect} />
          {diff.items.length === 0 && (
            <EmptyState
              title="No changes"
              detail={
                diff.entries === 0
                  ? "The file has no subscriptions."
                  : "The file matches the server, or its changes can't be imported."
              }
            />
          )}
          <ImportReview items={diff.items} selection={choice} onSelectionChange={setChoice} />
        </>
      )}
      {diff && baseRecords && diff.items.length > 0 && (
        <ActionBar
          summary={[
            `${formatCount(changes.length)} of ${formatCount(diff.items.length)} selected`,
            deliveriesMessage,
          ]
            .filter(Boolean)
            .join(". ")}
        >
          <ButtonWithDisabledReason
            variant="filled"
            data-run
            disabledReason={refusal ?? (changes.length === 0 ? "Select at least one change." : undefined)}
            onClick={startImport}
          >
            {`Import ${pluralize(changes.length, "change", "changes")}`}
          </ButtonWithDisabledReason>
        </ActionBar>
      )}
    </Stack>
  );
}

const NO_RECORDS: readonly Subscription[] = [];

/**
 * Returns the records to compare with the file. They are null until all records have loaded, or
 * until `compareNow` takes a snapshot of the records that have loaded so far.
 */
function useBaseRecords(lists: readonly LoadedList<Subscription>[], isCreateOnly: boolean) {
  const isComplete = lists.every(({ state }) => state.phase === "complete");
  const isOutdated = lists.some(({ state }) => state.isOutdated);
  const [active = NO_RECORDS, trash = NO_RECORDS] = lists.map(({ state }) => state.records);
  useLoadSourceNames(active);
  const { names } = useSourceNames();
  const capabilities = useCapabilities();
  // A snapshot, because comparing again after each loaded page would be slow.
  const [snapshot, setSnapshot] = useState<readonly (readonly Subscription[])[] | null>(null);
  const [comparedActive, comparedTrash] = isComplete ? [active, trash] : (snapshot ?? []);
  const baseRecords = useMemo<BaseRecords | null>(() => {
    if (comparedActive === undefined || comparedTrash === undefined) return null;
    const recordsById = new Map([...comparedTrash, ...comparedActive].map((record) => [record.id, record]));
    return {
      active: comparedActive,
      find: (id) => recordsById.get(id),
      // An outdated list may lack a subscription that still exists.
      isComplete: isComplete && !isOutdated,
      isCreateOnly,
      capabilities,
      names,
    };
  }, [comparedActive, comparedTrash, isComplete, isOutdated, isCreateOnly, capabilities, names]);
  return { baseRecords, compareNow: () => setSnapshot([active, trash]) };
}

/** Summarizes a file: "60 subscriptions in the file: 2 new, 1 changed and 57 unchanged." */
function importSummaryMessage({ items, entries, unchanged }: ImportDiff): string {
  const kinds = ["new", "changed", "restored", "deleted", "unchanged"] as const;
  const countOf = (kind: (typeof kinds)[number]) =>
    kind === "unchanged" ? unchanged : items.filter((item) => item.kind === kind).length;
  const parts = kinds.flatMap((kind) => (countOf(kind) > 0 ? [`${formatCount(countOf(kind))} ${kind}`] : []));
  const entriesLabel = pluralize(entries, "subscription in the file", "subscriptions in the file");
  return `${entriesLabel}: ${formatList(parts) || "no changes"}.`;
}

interface ImportLoadingProps {
  readonly lists: readonly LoadedList<Subscription>[];
  /** Compares the file with the records that have loaded. */
  readonly onCompare: () => void;
}

function ImportLoading({ lists, onCompare }: ImportLoadingProps) {
  const { loadedCount, totalCount } = countLoadedRecords(lists);
  return (
    <Notice
      tone="info"
      title={`${formatCount(loadedCount)} of ${formatCount(totalCount)} subscriptions loaded`}
      action={
        <Group gap="4px 16px" justify="space-between">
          {lists.some(({ state }) => isHalted(state)) && (
            <Button onClick={() => loadLists(lists)}>Load all</Button>
          )}
          <Button onClick={onCompare}>Compare now</Button>
        </Group>
      }
    >
      The file is compared once all subscriptions are loaded. If you compare now, some subscriptions can't be
      matched, and none are offered for deletion.
    </Notice>
  );
}

/**
 * Compares a file with the records. Returns null until the first comparison is complete. When the records change,
 * returns the previous result until the new comparison is complete.
 * @param baseRecords null while loading. Must be memoized, because a new object starts a new comparison.
 */
function useImportDiff(file: ParsedImportFile, baseRecords: BaseRecords | null): ImportDiff | null {
  const compare = useCallback((base: BaseRecords | null) => compareFile(file, base), [file]);
  const found = useSlicedTask(baseRecords, compare);
  return baseRecords && found && found.result;
}

function* compareFile(file: ParsedImportFile, base: BaseRecords | null): CooperativeTask<ImportDiff | null> {
  return base && (yield* diffImportFile(file, base));
}
