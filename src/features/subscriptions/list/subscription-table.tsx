import { useQueryClient } from "@tanstack/react-query";
import { memo, Suspense, useEffect, useMemo } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useResumeDates } from "@/data/browser-storage/resume-dates";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import type { ProjectError } from "@/data/projects/project-error";
import {
  type SubscriptionView,
  subscriptionCollection,
  useSubscriptionCount,
} from "@/data/subscriptions/subscription-collections";
import { useRecipientNames } from "@/features/subscriptions/model/recipient-names";
import {
  formatSubscriptionListFilters,
  parseSubscriptionListFilters,
  type SubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { SUBSCRIPTION_NOUN, subscriptionId } from "@/features/subscriptions/model/subscription-labels";
import type { SubscriptionListEmptyProps } from "@/features/subscriptions/model/subscription-list-empty";
import { isSending, subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import { useSubscriptionSearch } from "@/features/subscriptions/search/use-subscription-search";
import { whenContentReady } from "@/lib/scheduler/when-content-ready";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { ViewLinks } from "@/ui/saved-views/view-links";
import {
  DEFAULT_SUBSCRIPTION_COLUMNS,
  SUBSCRIPTION_LEAD_COLUMN,
  SUBSCRIPTION_WIDTHS_KEY,
  subscriptionColumns,
} from "./subscription-columns";
import { useSubscriptionRowActions } from "./use-subscription-row-actions";

interface SubscriptionTableProps {
  readonly filters: SubscriptionListFilters;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly failure: ProjectError | null;
}

export const SubscriptionTable = memo(function PlainSubscriptionTable(props: SubscriptionTableProps) {
  const { filters, collection, state, failure } = props;
  const api = useApi();
  const { projectId } = api;
  const now = useNow();
  const editAddress = useEditSearchParams(paths.subscriptions(projectId));
  const { view } = filters;
  const { records } = state;
  const isComplete = state.phase === "complete";
  const updateFilters = (changes: Partial<SubscriptionListFilters>) =>
    editAddress((params) => {
      const currentFilters = parseSubscriptionListFilters(params);
      // Ignores changes while the user switches to the other view.
      return currentFilters.view === view
        ? formatSubscriptionListFilters({ ...currentFilters, ...changes })
        : null;
    });
  const { names } = useSourceNames();
  useLoadSourceNames(records);
  const [query, setQuery] = useQueryDraft(filters.query, (text) => updateFilters({ query: text }));
  const searchResult = useSubscriptionSearch(collection, records, { query, sort: filters.sort, now, names });
  const rowActions = useSubscriptionRowActions(filters);
  const recipientNames = useRecipientNames(records);
  const { dates: reminders } = useResumeDates(api);
  const columns = useMemo(
    () => subscriptionColumns(localZone(), now, names, recipientNames, reminders),
    [now, names, recipientNames, reminders],
  );
  return (
    <CollectionTable
      {...SUBSCRIPTION_NOUN}
      label={view === "trash" ? "Deleted subscriptions" : "Subscriptions"}
      searchLabel="Search subscriptions"
      placeholder="Search or filter: to:ana is:overdue next:today..+7d"
      storageKey={SUBSCRIPTION_WIDTHS_KEY}
      state={state}
      controls={collection}
      loadError={failure}
      linkTo={paths.subscriptions}
      now={now}
      listParams={filters}
      onListParamsChange={updateFilters}
      query={query}
      onQueryChange={setQuery}
      found={searchResult}
      columns={columns}
      leadColumnId={SUBSCRIPTION_LEAD_COLUMN}
      defaultColumnIds={DEFAULT_SUBSCRIPTION_COLUMNS}
      viewOptions={
        <LazySubscriptionViewOptions filters={filters} columns={columns} onChange={updateFilters} />
      }
      views={<SubscriptionListViews view={view} />}
      findings={
        searchResult.search !== null && (
          <Suspense fallback={null}>
            {!isComplete && (
              <LazyFirstResults
                view={view}
                collection={collection}
                state={state}
                query={query}
                parsed={searchResult.parsed}
                sort={filters.sort}
              />
            )}
            {view === "active" && <LazyHealthSummary records={records} isComplete={isComplete} now={now} />}
          </Suspense>
        )
      }
      rowId={subscriptionId}
      rowLabel={(record) => subscriptionTitle(record, names).text}
      rowHref={(record) => paths.subscription(projectId, record.id)}
      rowActions={rowActions}
      rowTone={(record) => (isSending(record, names) ? undefined : "muted")}
      renderEmpty={({ isFiltered, clear }) => (
        <LazySubscriptionListEmpty view={view} state={state} isFiltered={isFiltered} onClear={clear} />
      )}
      renderSelection={({ rows, selection, selected, setSelection }, askForDownload) => (
        <LazySubscriptionSelection
          view={view}
          selection={selection}
          selected={selected}
          rows={rows}
          onChange={setSelection}
          onDownload={askForDownload}
        />
      )}
      renderDownload={({ rows, selected, columns: visibleColumns }, close) => (
        <LazySubscriptionListDownload
          view={view}
          shown={rows}
          selected={selected}
          state={state}
          columns={visibleColumns}
          now={now}
          onClose={close}
        />
      )}
    />
  );
});

// These parts load after the rows.
const { Component: LazySubscriptionViewOptions } = lazyPage(
  () => whenContentReady().then(() => import("./subscription-view-options")),
  "SubscriptionViewOptions",
);
const LazySubscriptionListDownload = lazyOverlay(
  () => import("./subscription-list-download"),
  "SubscriptionListDownload",
);
const { Component: LazySubscriptionSelection } = lazyPage(
  () => import("./subscription-selection"),
  "SubscriptionSelection",
);
const { Component: LazySubscriptionListEmpty } = lazyPage<
  "SubscriptionListEmpty",
  SubscriptionListEmptyProps
>(() => import("@/features/subscriptions/model/subscription-list-empty"), "SubscriptionListEmpty");
const { Component: LazyFirstResults } = lazyPage(() => import("./first-results"), "FirstResults");
// The summary shares its rules with the search, so the list renders it once the search is loaded.
const { Component: LazyHealthSummary } = lazyPage(
  () => import("@/features/subscriptions/health/health-summary"),
  "HealthSummary",
);

/**
 * Switches between all subscriptions and Trash. Shows both counts. When Trash is open, fetches the
 * number of active subscriptions.
 */
const SubscriptionListViews = memo(function PlainViews(props: { readonly view: SubscriptionView }) {
  const current = props.view;
  const link = (view: SubscriptionView, label: string, count: number | null) => ({
    view,
    label,
    count,
    to: paths.subscriptions(api.projectId, view),
  });
  const api = useApi();
  const queryClient = useQueryClient();
  const trashCount = useSubscriptionCount(queryClient, api, "trash");
  const isTrashLoaded = current === "trash" && trashCount !== null;
  // The collection must exist before the hook below subscribes to its count.
  const all = isTrashLoaded ? subscriptionCollection(queryClient, api, "active") : null;
  useEffect(() => void all?.prefetch(), [all]);
  const activeCount = useSubscriptionCount(queryClient, api, "active");
  return (
    <ViewLinks
      current={current}
      views={[link("active", "All", activeCount), link("trash", "Trash", trashCount)]}
    />
  );
});
