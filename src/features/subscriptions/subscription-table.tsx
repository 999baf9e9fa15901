import { Suspense, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import type { Collection, CollectionState } from "@/data/collection";
import type { ProjectFailure } from "@/data/project-failure";
import { localZone } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { writeSort } from "@/lib/sort-text";
import { ArrangementShape } from "@/ui/arrangement-shape";
import { chosenColumns } from "@/ui/chosen-columns";
import { CollectionFrame, isFirstLoad } from "@/ui/collection-frame";
import { DataTable } from "@/ui/data-table";
import { DownloadButton } from "@/ui/download-button";
import { useScrollMemory } from "@/ui/scroll-memory";
import { SearchTools } from "@/ui/search-tools";
import { useNow } from "@/ui/use-now";
import { useQueryDraft } from "@/ui/use-query-draft";
import { useSearchBox } from "@/ui/use-search-box";
import { useSelection } from "@/ui/use-selection";
import { Arrange, Download, HealthLine, NoRows, Selection } from "./list-extras";
import { LEAD, subscriptionColumns, USUAL_COLUMNS, WIDTHS_KEY } from "./subscription-columns";
import { type ListFilters, writeListFilters } from "./subscription-filters";
import { stateOf, titleOf } from "./subscription-rules";
import classes from "./subscription-table.module.css";
import { DELIVERIES, idOf } from "./subscription-words";
import { useRowActions } from "./use-row-actions";
import { useSubscriptionSearch } from "./use-subscription-search";

interface SubscriptionTableProps {
  readonly filters: ListFilters;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly failure: ProjectFailure | null;
}

/** The records of one list with what finds, sorts and steers them. */
export function SubscriptionTable({ filters, collection, state, failure }: SubscriptionTableProps) {
  const api = useApi();
  const now = useNow();
  const navigate = useNavigate();
  const { phase, records, count, marks } = state;
  const change = (part: Partial<ListFilters>) =>
    void navigate(`${paths.subscriptions(api.projectId)}${writeListFilters({ ...filters, ...part })}`, {
      replace: true,
    });
  const [query, setQuery] = useQueryDraft(filters.query, (text) => change({ query: text }));
  const found = useSubscriptionSearch(collection, records, { query, sort: filters.sort, now });
  const { rows, matching } = found;
  const { box, clear } = useSearchBox(rows.length, setQuery);
  const rowActions = useRowActions(filters);
  const all = useMemo(() => subscriptionColumns(localZone(), now), [now]);
  const columns = useMemo(
    () => chosenColumns(all, LEAD, filters.columns ?? USUAL_COLUMNS),
    [all, filters.columns],
  );
  const { selection, selected, setSelection, isTouched } = useSelection(records, idOf);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollMemory("subscriptions", records.length > 0 && !found.isWaiting);

  const isPending = isFirstLoad(state) || found.isWaiting;
  const startDownload = () => setIsDownloading(true);
  return (
    <CollectionFrame
      {...DELIVERIES}
      box={box}
      foundFor={found.isFinding || found.isWaiting ? undefined : query}
      state={state}
      steering={collection}
      failure={failure}
      linkTo={paths.subscriptions}
      now={now}
      found={found}
      onClear={clear}
      isEmpty={!isPending && records.length === 0}
      tools={
        <SearchTools
          label="Search deliveries"
          placeholder="Search, or narrow down: to:ana is:overdue next:today..+7d"
          query={query}
          onQuery={setQuery}
          found={found}
          rows={records}
        >
          {/* What is asked for first must not wait for what is seldom asked for. */}
          <Suspense fallback={<ArrangementShape />}>
            {found.search ? (
              <Arrange filters={filters} columns={all} onChange={change} />
            ) : (
              <ArrangementShape />
            )}
          </Suspense>
        </SearchTools>
      }
      actions={<DownloadButton onClick={startDownload} />}
      below={
        filters.view === "active" && (
          <div className={classes.health} data-no-print>
            {found.search !== null && (
              <Suspense fallback={null}>
                <HealthLine records={records} isWhole={phase === "complete"} now={now} />
              </Suspense>
            )}
          </div>
        )
      }
    >
      <DataTable
        label={filters.view === "bin" ? "Deleted deliveries" : "Deliveries"}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowLabel={(record) => titleOf(record).text}
        rowHref={(record) => paths.subscription(api.projectId, record.id)}
        rowActions={rowActions}
        rowTone={(record) => (record.deleted || stateOf(record, now).state === "ended" ? "muted" : undefined)}
        rowMark={(record) => marks.get(record.id)}
        rowsWord={DELIVERIES}
        totalCount={matching ?? count ?? 0}
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
          <Suspense fallback={null}>
            <NoRows view={filters.view} state={state} isFiltered={matching !== null} onClear={clear} />
          </Suspense>
        }
      />
      {isTouched && (
        <Suspense fallback={null}>
          <Selection
            view={filters.view}
            selection={selection}
            selected={selected}
            rows={rows}
            onChange={setSelection}
            onDownload={startDownload}
          />
        </Suspense>
      )}
      {isDownloading && (
        <Suspense fallback={null}>
          <Download
            view={filters.view}
            shown={rows}
            selected={selected}
            state={state}
            columns={columns}
            now={now}
            onClose={() => setIsDownloading(false)}
          />
        </Suspense>
      )}
    </CollectionFrame>
  );
}
