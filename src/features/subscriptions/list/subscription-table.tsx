import { memo, Suspense, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { getRawFields } from "@/api/parsers";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useResumeDates, useSavedViews } from "@/data/browser-storage/project-settings";
import { sourceNameOf } from "@/data/catalog/source-labels";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import type { Collection, CollectionState } from "@/data/collection/collection";
import {
  loadSubscriptionChanges,
  subscriptionCollection,
  subscriptionTitle,
  useSubscriptionCount,
} from "@/data/subscriptions/subscriptions";
import { LazyBulkDialog, type RequestedBulk } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import { useRecipientNames } from "@/features/subscriptions/model/recipient-names";
import {
  formatSubscriptionListFilters,
  parseSubscriptionListFilters,
  SUBSCRIPTION_NOUN,
  type SubscriptionListFilters,
  subscriptionId,
  subscriptionSearch,
} from "@/features/subscriptions/model/subscription-filters";
import {
  availableSubscriptionActions,
  isSending,
  SUBSCRIPTION_WRITE_SCOPE,
  type SubscriptionAction,
} from "@/features/subscriptions/model/subscription-rules";
import { usePauseActions } from "@/features/subscriptions/pause/pause-actions";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { OPENED_FROM_LIST } from "@/lib/url/url-state";
import { ViewLinks } from "@/ui/collection-table/collection-frame";
import type { CollectionSearchResult, MatchCounts } from "@/ui/collection-table/collection-search";
import { findActiveTab, useMatchCounts } from "@/ui/collection-table/collection-search";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import type { RowAction } from "@/ui/data-table/data-table-types";
import type { DisplayError } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { showChunkLoadError, toasts } from "@/ui/feedback/toasts";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useConfirm } from "@/ui/overlay/confirm";
import { lazyOverlay, lazyPage } from "@/ui/overlay/lazy-overlay";
import { CopyIcon, EditIcon, ListIcon, PauseIcon, ResumeIcon, TrashIcon, UndoIcon } from "@/ui/theme/icons";
import { subscriptionColumns } from "./subscription-columns";

interface SubscriptionTableProps {
  readonly filters: SubscriptionListFilters;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly failure: DisplayError | null;
  /** Numbers of subscriptions per tab. */
  readonly counts: MatchCounts;
  readonly onCounts: (counts: MatchCounts) => void;
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
  const reminders = useResumeDates(api);
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
        renderViews={(found, query) => (
          <SubscriptionListViews
            {...props}
            query={query}
            found={found}
            rows={isComplete && view === "active" ? records : null}
          />
        )}
        renderFindings={({ search, parsed }, query) =>
          search !== null && (
            <Suspense fallback={null}>
              {!isComplete && (
                <LazyFirstResults
                  view={view}
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
        empty={<LazyEmptySubscriptionList view={view} />}
        renderActions={(selected, openDownload) => (
          <LazyBulkActions
            view={view}
            onDownload={openDownload}
            onSelectAction={(kind) => setRequestedBulk({ kind, records: selected })}
          />
        )}
        getAllFields={(record) => ({
          ...getRawFields(record),
          source_name: sourceNameOf(record, names) || null,
        })}
        renderDownload={(download) => (
          <LazySubscriptionListDownload {...download} view={view} state={state} />
        )}
      />
      {/* Outside the selection bar, so that the dialog stays open when the selection becomes empty. */}
      {requestedBulk && <LazyBulkDialog {...requestedBulk} onClose={() => setRequestedBulk(null)} />}
    </>
  );
});

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

interface SubscriptionListViewsProps extends Pick<SubscriptionTableProps, "filters" | "counts" | "onCounts"> {
  readonly query: string;
  readonly found: CollectionSearchResult<Subscription>;
  /** Null while the subscriptions load, and in Trash. */
  readonly rows: readonly Subscription[] | null;
}

const STATE_TABS = [
  { query: "is:active", label: "Active" },
  { query: "is:paused", label: "Paused" },
  { query: "is:ended", label: "Ended" },
];
const STATE_QUERIES = STATE_TABS.map(({ query }) => query);

/**
 * Switches between all subscriptions, those in a state, and Trash. Shows their counts. When Trash is open, fetches the
 * number of all subscriptions.
 */
function SubscriptionListViews({ filters, query, counts, onCounts, ...props }: SubscriptionListViewsProps) {
  const api = useApi();
  const isTrash = filters.view === "trash";
  const trashCount = useSubscriptionCount(api, "trash");
  // The collection must exist before the hook below subscribes to its count.
  const all = isTrash && trashCount !== null ? subscriptionCollection(api, "active") : null;
  useEffect(() => void all?.prefetch(), [all]);
  const allCount = useSubscriptionCount(api, "active");
  useMatchCounts(STATE_QUERIES, props.rows, props.found, onCounts);
  const link = (tab: string) =>
    `${paths.subscriptions(api.projectId)}${formatSubscriptionListFilters({ ...filters, view: "active", query: tab })}`;
  return (
    <ViewLinks
      current={isTrash ? "trash" : findActiveTab(query, STATE_QUERIES)}
      views={[
        { view: "", label: "All", count: allCount, to: link("") },
        ...STATE_TABS.map(({ query: tab, label }) => ({
          view: tab,
          label,
          count: counts[tab] ?? null,
          to: link(tab),
        })),
        { view: "trash", label: "Trash", count: trashCount, to: paths.subscriptions(api.projectId, "trash") },
      ]}
    />
  );
}

/**
 * Returns a function that returns a row's menu actions.
 * @param filters filters of the list that stays visible behind drawers
 */
function useSubscriptionRowActions(
  filters: SubscriptionListFilters,
): (record: Subscription) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const trashActions = useLazyTrashActions();
  const setEnabled = usePauseActions();
  const disabledReason = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const duplicateSearch = ({ id }: Subscription) =>
    formatSubscriptionListFilters(filters, new URLSearchParams({ from: String(id) }));

  return (record) => {
    // The code for changes loads when the menu opens.
    loadSubscriptionChanges().catch(() => undefined);
    trashActions.prefetch();
    const allActions: Record<SubscriptionAction, RowAction> = {
      edit: {
        id: "edit",
        label: "Edit",
        icon: <EditIcon />,
        key: "e",
        onSelect: () =>
          void navigate(
            `${paths.editSubscription(projectId, record.id)}${formatSubscriptionListFilters(filters)}`,
            { state: OPENED_FROM_LIST },
          ),
      },
      duplicate: {
        id: "duplicate",
        label: "Duplicate",
        icon: <CopyIcon />,
        key: "d",
        onSelect: () => void navigate(`${paths.newSubscription(projectId)}${duplicateSearch(record)}`),
      },
      pause: {
        id: "pause",
        label: "Pause",
        icon: <PauseIcon />,
        key: "p",
        onSelect: () => void setEnabled(record, false),
      },
      resume: {
        id: "resume",
        label: "Resume",
        icon: <ResumeIcon />,
        key: "p",
        onSelect: () => void setEnabled(record, true),
      },
      delete: {
        id: "delete",
        label: "Delete",
        icon: <TrashIcon />,
        tone: "danger",
        key: "Delete",
        shortcut: "Del",
        onSelect: () => trashActions.remove(record),
      },
      restore: {
        id: "restore",
        label: "Restore",
        icon: <UndoIcon />,
        key: "r",
        onSelect: () => trashActions.restore(record),
      },
    };
    const open: RowAction = {
      id: "open",
      label: "Open",
      icon: <ListIcon />,
      shortcut: "Enter",
      onSelect: () => void navigate(paths.subscription(projectId, record.id)),
    };
    const stateActions = availableSubscriptionActions(record).map((action) => allActions[action]);
    return [open, ...stateActions.map((action) => ({ ...action, disabledReason }))];
  };
}

const importActions = () => import("@/features/subscriptions/undo/use-trash-actions");

/** Returns the actions of `useTrashActions`, whose code loads on demand. `prefetch` loads the code early. */
function useLazyTrashActions() {
  const context = { api: useApi(), toasts, confirm: useConfirm() };

  function run(name: "remove" | "restore", record: Subscription): void {
    importActions().then(
      ({ createTrashActions }) => void createTrashActions(context)[name](record),
      showChunkLoadError,
    );
  }

  return {
    prefetch: () => void importActions().catch(() => undefined),
    remove: (record: Subscription) => run("remove", record),
    restore: (record: Subscription) => run("restore", record),
  };
}
