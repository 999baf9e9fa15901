import { Button } from "@mantine/core";
import { Suspense, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
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
import { ErrorState, Notice } from "@/ui/states";
import { useQueryDraft } from "@/ui/use-query-draft";
import { BrokenRecords } from "./broken-records";
import { isProjectClosed, OtherProjects } from "./closed-project";
import { Download } from "./list-extras";
import { RefreshFailed } from "./refresh-failed";
import { chosenColumns, subscriptionColumns, WIDTHS_KEY } from "./subscription-columns";
import { type ListFilters, writeListFilters } from "./subscription-filters";
import { EmptyList, NothingFound } from "./subscription-list-empty";
import { SubscriptionListTools } from "./subscription-list-tools";
import { stateOf, titleOf } from "./subscription-rules";
import { SubscriptionSelection, withoutGone } from "./subscription-selection";
import { useFocusWhenEmptied } from "./use-focus-when-emptied";
import { useNow } from "./use-now";
import { useRowActions } from "./use-row-actions";
import { useSubscriptionSearch } from "./use-subscription-search";

interface SubscriptionTableProps {
  readonly filters: ListFilters;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
}

/** The records of one list with what finds, sorts and steers them. */
export function SubscriptionTable({ filters, collection, state }: SubscriptionTableProps) {
  const api = useApi();
  const now = useNow();
  const navigate = useNavigate();
  const { phase, records, broken, count, error, marks } = state;
  const change = (part: Partial<ListFilters>) =>
    void navigate(`${paths.subscriptions(api.projectId)}${writeListFilters({ ...filters, ...part })}`, {
      replace: true,
    });
  const [query, setQuery] = useQueryDraft(filters.query, (text) => change({ query: text }));
  const found = useSubscriptionSearch(collection, records, { query, sort: filters.sort, now });
  const { rows } = found;
  const box = useFocusWhenEmptied(rows.length);
  const rowActions = useRowActions(filters);
  const all = useMemo(() => subscriptionColumns(localZone(), now), [now]);
  const columns = useMemo(() => chosenColumns(all, filters.columns), [all, filters.columns]);
  const [chosen, setSelection] = useState<ReadonlySet<RowId>>(NOTHING);
  const selection = useMemo(() => withoutGone(chosen, records), [chosen, records]);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollMemory("subscriptions", records.length > 0 && !found.isWaiting);

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
  const isPending = isFirst || found.isWaiting;
  const isFiltered = found.parsed.terms.length > 0;
  const isEmpty = !isPending && records.length === 0;
  const clearSearch = () => {
    setQuery("");
    // The button that was pressed goes with what it cleared.
    box.current?.querySelector<HTMLElement>("[data-search-field]")?.focus();
  };
  const startDownload = () => setIsDownloading(true);
  return (
    <div ref={box} data-found-for={found.isFinding || found.isWaiting ? undefined : query}>
      {error && phase !== "failed" && <RefreshFailed error={error} onRetry={collection.refresh} />}
      {found.error !== null && (
        <Notice tone="warning" title="The search could not be loaded">
          Its code did not arrive. Check the connection and load the page again.
        </Notice>
      )}
      <BrokenRecords broken={broken} />
      {!isEmpty && (
        <>
          <SubscriptionListTools
            filters={filters}
            query={query}
            onQuery={setQuery}
            onChange={change}
            found={found}
            records={records}
            columns={all}
          />
          <CollectionBar
            progress={{ ...state, loaded: records.length }}
            one="delivery"
            other="deliveries"
            matching={isFiltered ? rows.length : null}
            isFinding={found.isFinding}
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
        label={filters.view === "bin" ? "Deleted deliveries" : "Deliveries"}
        columns={columns}
        rows={rows}
        rowId={(record) => record.id}
        rowLabel={(record) => titleOf(record).text}
        rowHref={(record) => paths.subscription(api.projectId, record.id)}
        rowActions={rowActions}
        rowTone={(record) => (record.deleted || stateOf(record, now).state === "ended" ? "muted" : undefined)}
        rowMark={(record) => marks.get(record.id)}
        rowsWord={WORD}
        totalCount={isFiltered ? rows.length : (count ?? 0)}
        loading={isPending}
        refetching={state.isRefreshing}
        density={filters.density}
        sort={filters.sort}
        onSortChange={(sort) => change({ sort })}
        orderKey={`${writeSort(filters.sort)} ${query}`}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey={WIDTHS_KEY}
        empty={
          isFiltered ? (
            <NothingFound isWhole={phase === "complete"} loaded={records.length} onClear={clearSearch} />
          ) : (
            <EmptyList view={filters.view} brokenCount={broken.length} />
          )
        }
      />
      <SubscriptionSelection
        view={filters.view}
        records={records}
        selection={selection}
        rows={rows}
        onChange={setSelection}
        onDownload={startDownload}
      />
      {isDownloading && (
        <Suspense fallback={null}>
          <Download
            view={filters.view}
            shown={rows}
            selected={selection.size === 0 ? NO_ROWS : records.filter(({ id }) => selection.has(id))}
            columns={columns}
            now={now}
            onClose={() => setIsDownloading(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

const NOTHING: ReadonlySet<RowId> = new Set();
const NO_ROWS: readonly Subscription[] = [];
const WORD = { one: "delivery", other: "deliveries" };
