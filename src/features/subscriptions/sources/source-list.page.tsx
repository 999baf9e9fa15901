import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { shortSourceLabel, sourceNameOf } from "@/data/catalog/source-labels";
import { useLoadSourceNames, useSourceNames, useSourceUrl } from "@/data/catalog/source-names";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useCollection } from "@/data/collection/use-collection";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import { BulkActions } from "@/features/subscriptions/bulk/bulk-actions";
import { LazyBulkDialog } from "@/features/subscriptions/bulk/lazy-bulk-dialog";
import type { BulkOperation } from "@/features/subscriptions/bulk/plan-bulk-changes";
import type { GroupFilters } from "@/features/subscriptions/groups/group-labels";
import {
  CoverageNotice,
  type GroupCoverage,
  GroupTable,
  getGroupCoverage,
  groupFileFields,
} from "@/features/subscriptions/groups/group-table";
import { useGroups } from "@/features/subscriptions/groups/subscription-groups";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { EmptyState } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { useCloseDrawer, useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { ChartIcon, DownloadIcon, ListIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { sourceColumns } from "./source-columns";
import { SourceDrawer } from "./source-drawer";
import {
  formatSourceFilters,
  groupBySource,
  missingNamesMessage,
  parseSourceFilters,
  type SourceGroup,
  sourceSubscriptionsUrl,
} from "./source-index";
import { SOURCE_SEARCH } from "./source-search";

interface SourceTableProps {
  readonly filters: GroupFilters;
  readonly onFiltersChange: (changes: Partial<GroupFilters>) => boolean;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly sources: readonly SourceGroup[];
  readonly isBusy: boolean;
  readonly coverage: GroupCoverage;
  readonly now: Date;
}

function SourceTable({ filters, state, sources, coverage, now, ...table }: SourceTableProps) {
  const { projectId } = useApi();
  const { names, refusals } = useSourceNames();
  const getUrl = useSourceUrl();
  const rowActions = useSourceActions();
  const columns = useMemo(
    () => sourceColumns({ zone: localZone(), now, names, getUrl }),
    [now, names, getUrl],
  );
  const namesMessage = missingNamesMessage(refusals);
  const [requestedBulk, setRequestedBulk] = useState<RequestedBulk | null>(null);
  return (
    <>
      <GroupTable
        {...table}
        label="Sources"
        singular="source"
        plural="sources"
        storageKey="sources"
        placeholder="Search or filter: kind:dashboard to:ana week:>5"
        filters={filters}
        state={state}
        groups={sources}
        now={now}
        search={SOURCE_SEARCH}
        names={names}
        columns={columns}
        rowLabel={({ reference }) => shortSourceLabel(reference, names)}
        rowHref={({ key }, query) =>
          `${paths.sources(projectId)}${formatSourceFilters({ ...filters, query, open: key })}`
        }
        rowActions={rowActions}
        linkTo={paths.sources}
        renderFindings={() => namesMessage !== null && <span className={shared.count}>{namesMessage}</span>}
        empty={<NoSources />}
        renderActions={(selected, openDownload) => (
          <BulkActions
            view="active"
            onDownload={openDownload}
            onSelectAction={(kind) =>
              setRequestedBulk({ kind, records: selected.flatMap(({ records }) => records), coverage })
            }
          />
        )}
        getAllFields={(row) => ({
          kind: row.kind,
          id: row.id,
          name: sourceNameOf(row.reference, names) || null,
          recipients: row.recipientCount,
          ...groupFileFields(row),
        })}
      />
      {/* Outside the selection bar, so that the dialog stays open when the selection becomes empty. */}
      {requestedBulk && (
        <LazyBulkDialog
          kind={requestedBulk.kind}
          records={requestedBulk.records}
          note={<CoverageNotice coverage={requestedBulk.coverage} />}
          onClose={() => setRequestedBulk(null)}
        />
      )}
    </>
  );
}

function NoSources() {
  const { projectId } = useApi();
  return (
    <EmptyState
      icon={<ChartIcon size={24} />}
      title="No sources yet"
      detail="Dashboards and insights sent by your subscriptions appear here."
      action={
        <LinkButton variant="filled" to={paths.newSubscription(projectId)}>
          Create subscription
        </LinkButton>
      }
    />
  );
}

function useSourceActions(): (source: SourceGroup) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const editAddress = useEditSearchParams(paths.sources(projectId));
  const open = ({ key }: SourceGroup) =>
    editAddress((params) => formatSourceFilters({ ...parseSourceFilters(params), open: key }), {
      replace: false,
    });
  return (source) => [
    { id: "open", label: "Open", icon: <ChartIcon />, shortcut: "Enter", onSelect: () => open(source) },
    {
      id: "list",
      label: "Show subscriptions",
      icon: <ListIcon />,
      key: "s",
      onSelect: () => void navigate(sourceSubscriptionsUrl(projectId, source)),
    },
    {
      id: "export",
      label: "New export",
      icon: <DownloadIcon />,
      onSelect: () => void navigate(paths.newExport(projectId, { [source.kind]: source.id })),
    },
  ];
}

interface RequestedBulk {
  readonly kind: BulkOperation["kind"];
  readonly records: readonly Subscription[];
  /** Coverage at the time when the user chose the action. */
  readonly coverage: GroupCoverage;
}

export function SourceListPage() {
  const api = useApi();
  const now = useNow();
  const { search } = useLocation();
  const filters = useMemo(() => parseSourceFilters(new URLSearchParams(search)), [search]);
  const collection = subscriptionCollection(api, "active");
  const state = useCollection(collection);
  useLoadSourceNames(state.records);
  const { rows, indexedCount, isBusy } = useGroups(groupBySource, state.records, now);
  const coverage = getGroupCoverage(state, indexedCount);
  const path = paths.sources(api.projectId);
  const closeDrawer = useCloseDrawer(`${path}${formatSourceFilters({ ...filters, open: null })}`);
  const editAddress = useEditSearchParams(path);
  const updateFilters = (changes: Partial<GroupFilters>) =>
    editAddress((params) => formatSourceFilters({ ...parseSourceFilters(params), ...changes }));
  return (
    <Page title="Sources">
      <SourceTable
        filters={filters}
        onFiltersChange={updateFilters}
        collection={collection}
        state={state}
        sources={rows}
        isBusy={isBusy}
        coverage={coverage}
        now={now}
      />
      {filters.open !== null && (
        <SourceDrawer
          sourceKey={filters.open}
          sources={rows}
          isLoading={isBusy || state.phase === "idle" || state.phase === "first"}
          coverage={coverage}
          now={now}
          onClose={closeDrawer.goBack}
        />
      )}
    </Page>
  );
}
