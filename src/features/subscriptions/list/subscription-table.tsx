import { useQueryClient } from "@tanstack/react-query";
import { memo, Suspense, useEffect, useMemo, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useResumeDates } from "@/data/browser-storage/project-settings";
import { useSavedViews } from "@/data/browser-storage/saved-views";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import type { ProjectError } from "@/data/projects/project-error";
import {
  type SubscriptionView,
  subscriptionCollection,
  useSubscriptionCount,
} from "@/data/subscriptions/subscription-collections";
import { LazyBulkDialog } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import type { BulkOperation } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { useRecipientNames } from "@/features/subscriptions/model/recipient-names";
import {
  formatSubscriptionListFilters,
  parseSubscriptionListFilters,
  type SubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { SUBSCRIPTION_NOUN, subscriptionId } from "@/features/subscriptions/model/subscription-labels";
import { isSending, subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import { subscriptionSearch } from "@/features/subscriptions/search/use-subscription-search";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { ViewLinks } from "@/ui/saved-views/view-links";
import { subscriptionColumns } from "./subscription-columns";
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
  const recipientNames = useRecipientNames(records);
  const { dates: reminders } = useResumeDates(api);
  const hasStateColumn = filters.columns?.includes("state") ?? false;
  const columns = useMemo(
    () => subscriptionColumns(localZone(), now, names, recipientNames, { reminders, hasStateColumn }),
    [now, names, recipientNames, reminders, hasStateColumn],
  );
  const [requestedBulk, setRequestedBulk] = useState<RequestedBulk | null>(null);
  return (
    <>
      <CollectionTable
        {...SUBSCRIPTION_NOUN}
        label={view === "trash" ? "Deleted subscriptions" : "Subscriptions"}
        placeholder="Search or filter: to:ana is:overdue next:today..+7d"
        storageKey="subscriptions"
        collection={collection}
        state={state}
        records={records}
        loadError={failure}
        projectId={projectId}
        linkTo={paths.subscriptions}
        now={now}
        filters={filters}
        onFiltersChange={updateFilters}
        search={subscriptionSearch}
        names={names}
        columns={columns}
        savedViews={useSavedViews(api, "subscriptions")}
        views={<SubscriptionListViews view={view} />}
        renderFindings={({ search, parsed }, query) =>
          search !== null && (
            <Suspense fallback={null}>
              {!isComplete && (
                <LazyFirstResults
                  view={view}
                  collection={collection}
                  state={state}
                  query={query}
                  parsed={parsed}
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
        rowActions={useSubscriptionRowActions(filters)}
        rowTone={(record) => (isSending(record, names) ? undefined : "muted")}
        empty={<LazyEmptySubscriptionList view={view} invalidCount={0} />}
        renderActions={({ selected }, openDownload) => (
          <LazyBulkActions
            view={view}
            onDownload={openDownload}
            onSelectAction={(kind) => setRequestedBulk({ kind, records: selected })}
          />
        )}
        renderDownload={(download) => (
          <LazySubscriptionListDownload {...download} view={view} state={state} />
        )}
      />
      {/* Outside the selection bar, so that the dialog stays open when the selection becomes empty. */}
      {requestedBulk && <LazyBulkDialog {...requestedBulk} onClose={() => setRequestedBulk(null)} />}
    </>
  );
});

interface RequestedBulk {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
}

// These parts load after the rows.
const LazySubscriptionListDownload = lazyOverlay(
  () => import("./subscription-list-download"),
  "SubscriptionListDownload",
);
const { Component: LazyBulkActions } = lazyPage(
  () => import("@/features/subscriptions/bulk/bulk-actions"),
  "BulkActions",
);
const { Component: LazyEmptySubscriptionList } = lazyPage(
  () => import("@/features/subscriptions/model/subscription-list-empty"),
  "EmptySubscriptionList",
);
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
