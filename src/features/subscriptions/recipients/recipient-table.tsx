import { Button } from "@mantine/core";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import type { Collection, CollectionState } from "@/data/collection";
import { describeError, rawAnswerOf } from "@/http/describe-error";
import { localZone } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { writeSort } from "@/lib/sort-text";
import { CollectionBar } from "@/ui/collection-bar";
import { DataTable, type RowId } from "@/ui/data-table";
import { DownloadIcon } from "@/ui/icons";
import { useScrollMemory } from "@/ui/scroll-memory";
import { ErrorState } from "@/ui/states";
import { useFoundRows } from "@/ui/use-found-rows";
import { useQueryDraft } from "@/ui/use-query-draft";
import { BrokenRecords } from "../broken-records";
import { isProjectClosed, OtherProjects } from "../closed-project";
import { RefreshFailed } from "../refresh-failed";
import { useFocusWhenEmptied } from "../use-focus-when-emptied";
import type { Recipient } from "./recipient-book";
import { chosenColumns, recipientColumns, usualColumns, WIDTHS_KEY } from "./recipient-columns";
import { RecipientCount } from "./recipient-count";
import { NobodyFound, NoRecipients } from "./recipient-empty";
import { type RecipientFilters, writeRecipientFilters } from "./recipient-filters";
import { createRecipientIndex, parse } from "./recipient-search";
import { RecipientSelection, withoutGone } from "./recipient-selection";
import type { RecipientTask } from "./recipient-task";
import { RecipientTools } from "./recipient-tools";
import { isIdle } from "./recipient-words";
import { useRecipientActions } from "./use-recipient-actions";

const RecipientDownload = lazy(() =>
  import("./recipient-download").then((module) => ({ default: module.RecipientDownload })),
);

interface RecipientTableProps {
  readonly filters: RecipientFilters;
  readonly onChange: (part: Partial<RecipientFilters>) => void;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly recipients: readonly Recipient[];
  /** The recipients are still those of fewer deliveries. */
  readonly isBusy: boolean;
  readonly own: readonly string[];
  readonly now: Date;
  readonly onTask: (task: RecipientTask) => void;
  readonly onChooseDomains: () => void;
}

/** The recipients with what finds, sorts and steers them. */
export function RecipientTable(props: RecipientTableProps) {
  const { filters, onChange, collection, state, recipients, isBusy, own, now, onTask } = props;
  const { projectId } = useApi();
  const { phase, records, broken, count, error } = state;
  const [query, setQuery] = useQueryDraft(filters.query, (text) => onChange({ query: text }));
  const parsed = useMemo(() => parse(query), [query]);
  const index = useMemo(() => createRecipientIndex(own), [own]);
  const sort = filters.sort.length > 0 ? filters.sort : USUAL_SORT;
  const found = useFoundRows(index, recipients, {
    query: parsed,
    sort,
    now: now.getTime(),
    zone: localZone(),
  });
  const { rows } = found;
  const box = useFocusWhenEmptied(rows.length);
  const rowActions = useRecipientActions(onTask);
  const all = useMemo(() => recipientColumns(own, localZone(), now), [own, now]);
  const columns = useMemo(
    () => chosenColumns(all, filters.columns ?? usualColumns(own)),
    [all, filters.columns, own],
  );
  const [chosen, setSelection] = useState<ReadonlySet<RowId>>(NOTHING);
  const selection = useMemo(() => withoutGone(chosen, recipients), [chosen, recipients]);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollMemory("recipients", recipients.length > 0);

  if (error && records.length === 0) {
    return (
      <ErrorState
        problem={describeError(error)}
        onRetry={collection.resume}
        raw={rawAnswerOf(error)}
        actions={isProjectClosed(error) ? <OtherProjects /> : undefined}
      />
    );
  }
  const isFirst = records.length === 0 && (phase === "idle" || phase === "first");
  const isPending = isFirst || (isBusy && recipients.length === 0);
  const isFiltered = parsed.terms.length > 0;
  const isEmpty = !isPending && recipients.length === 0;
  const clearSearch = () => {
    setQuery("");
    // The button that was pressed goes with what it cleared.
    box.current?.querySelector<HTMLElement>("[data-search-field]")?.focus();
  };
  const startDownload = () => setIsDownloading(true);
  const selected = selection.size === 0 ? NOBODY : recipients.filter(({ key }) => selection.has(key));
  return (
    <div ref={box} data-found-for={found.isBusy || isBusy ? undefined : query}>
      {error && phase !== "failed" && <RefreshFailed error={error} onRetry={collection.refresh} />}
      <BrokenRecords broken={broken} />
      {!isEmpty && (
        <>
          <RecipientTools
            filters={filters}
            query={query}
            mistakes={parsed.mistakes}
            onQuery={setQuery}
            onChange={onChange}
            recipients={recipients}
            columns={all}
            usual={usualColumns(own)}
          />
          <CollectionBar
            progress={{ ...state, loaded: records.length }}
            one="delivery"
            other="deliveries"
            lead={
              !isPending && (
                <RecipientCount
                  total={recipients.length}
                  matching={isFiltered ? rows.length : null}
                  isBusy={isBusy || found.isBusy}
                  onClear={clearSearch}
                />
              )
            }
            matching={null}
            isFinding={false}
            problem={error && describeError(error)}
            now={now}
            onPause={collection.pause}
            onResume={collection.resume}
            onLoadAll={collection.loadAll}
            onRefresh={collection.refresh}
            onSeenChanges={collection.seenChanges}
            onClear={clearSearch}
            actions={
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<DownloadIcon />}
                onClick={startDownload}
              >
                Download
              </Button>
            }
          />
        </>
      )}
      <DataTable
        label="Recipients"
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
        rowLabel={({ address }) => address}
        rowHref={({ key }) => linkTo(projectId, { ...filters, query, open: key })}
        rowActions={rowActions}
        rowTone={(row) => (isIdle(row) ? "muted" : undefined)}
        rowsWord={WORD}
        totalCount={isFiltered || count === records.length ? rows.length : -1}
        loading={isPending}
        refetching={state.isRefreshing}
        density={filters.density}
        sort={sort}
        onSortChange={(next) => onChange({ sort: writeSort(next) === USUAL ? [] : next })}
        orderKey={`${writeSort(sort)} ${query}`}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey={WIDTHS_KEY}
        empty={
          isFiltered ? (
            <NobodyFound
              query={parsed}
              hasOwnDomains={own.length > 0}
              total={recipients.length}
              isWhole={phase === "complete"}
              onChooseDomains={props.onChooseDomains}
              onClear={clearSearch}
            />
          ) : (
            <NoRecipients brokenCount={broken.length} />
          )
        }
      />
      <RecipientSelection
        selection={selection}
        selected={selected}
        rows={rows}
        onChange={setSelection}
        onDownload={startDownload}
        onTask={onTask}
      />
      {isDownloading && (
        <Suspense fallback={null}>
          <RecipientDownload
            shown={rows}
            selected={selected}
            columns={columns}
            own={own}
            now={now}
            onClose={() => setIsDownloading(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function linkTo(projectId: string, filters: RecipientFilters): string {
  return `${paths.recipients(projectId)}?${writeRecipientFilters(filters)}`;
}

const NOTHING: ReadonlySet<RowId> = new Set();
const NOBODY: readonly Recipient[] = [];
const WORD = { one: "recipient", other: "recipients" };
/** Who gets most stands first. */
const USUAL_SORT = [{ columnId: "deliveries", direction: "descending" }] as const;
const USUAL = writeSort(USUAL_SORT);
