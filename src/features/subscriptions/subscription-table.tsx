import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import type { Collection, CollectionState } from "@/data/collection";
import { describeError, rawAnswerOf } from "@/http/describe-error";
import { localZone } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { CollectionBar } from "@/ui/collection-bar";
import { DataTable } from "@/ui/data-table";
import { ErrorState } from "@/ui/states";
import { BrokenRecords } from "./broken-records";
import { isProjectClosed, OtherProjects } from "./closed-project";
import { RefreshFailed } from "./refresh-failed";
import { chosenColumns, subscriptionColumns } from "./subscription-columns";
import { type ListFilters, PLAIN_LIST, writeListFilters } from "./subscription-filters";
import { EmptyList, NothingFound } from "./subscription-list-empty";
import { SubscriptionListTools } from "./subscription-list-tools";
import { stateOf, titleOf } from "./subscription-rules";
import { useFocusAfterRemoval } from "./use-focus-after-removal";
import { useNow } from "./use-now";
import { useQueryDraft } from "./use-query-draft";
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
  const { phase, records, broken, count, error } = state;
  const change = (part: Partial<ListFilters>) =>
    void navigate(`${paths.subscriptions(api.projectId)}${writeListFilters({ ...filters, ...part })}`, {
      replace: true,
    });
  const [query, setQuery] = useQueryDraft(filters.query, (text) => change({ query: text }));
  const found = useSubscriptionSearch(collection, records, { query, sort: filters.sort, now });
  const { rows } = found;
  const focus = useFocusAfterRemoval(rows);
  const rowActions = useRowActions(filters, focus.expectRemoval);
  const columns = useMemo(
    () => chosenColumns(subscriptionColumns(localZone(), now), filters.columns),
    [now, filters.columns],
  );

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
  return (
    <div ref={focus.box} data-found-for={found.isFinding || found.isWaiting ? undefined : query}>
      {error && phase !== "failed" && <RefreshFailed error={error} onRetry={collection.refresh} />}
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
            onClear={() => setQuery("")}
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
        totalCount={isFiltered ? rows.length : (count ?? 0)}
        loading={isPending}
        refetching={state.isRefreshing}
        density={filters.density}
        sort={filters.sort}
        onSortChange={(sort) => change({ sort })}
        empty={
          isFiltered ? (
            <NothingFound
              isWhole={phase === "complete"}
              loaded={records.length}
              onClear={() => setQuery(PLAIN_LIST.query)}
            />
          ) : (
            <EmptyList view={filters.view} brokenCount={broken.length} />
          )
        }
      />
    </div>
  );
}
