import { useMemo, useState } from "react";
import type { ExportedAsset } from "@/api/exports";
import { useSavedViews } from "@/data/browser-storage/saved-views";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useApi, useMissingScopeMessage } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import type { ProjectError } from "@/data/projects/project-error";
import { useExportRowActions } from "@/features/exports/actions/use-export-actions";
import { type ExportListFilters, formatExportListFilters } from "@/features/exports/model/export-filters";
import {
  EXPORT_NOUN,
  EXPORT_WRITE_SCOPE,
  exportId,
  exportName,
  getExportDisplayState,
} from "@/features/exports/model/export-rules";
import { parseListSearchParams } from "@/lib/search/list-search-params";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import {
  type CollectionSearchResult,
  findActiveTab,
  type MatchCounts,
  useMatchCounts,
} from "@/ui/collection-table/collection-search";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { EmptyState } from "@/ui/feedback/states";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { LinkButton } from "@/ui/primitives/link-button";
import { ViewLinks } from "@/ui/saved-views/view-links";
import { DownloadIcon, PlusIcon } from "@/ui/theme/icons";
import { exportColumns } from "./export-columns";
import { exportSearch } from "./use-export-search";

interface ExportTableProps {
  readonly filters: ExportListFilters;
  readonly collection: Collection<ExportedAsset>;
  readonly state: CollectionState<ExportedAsset>;
  readonly failure: ProjectError | null;
}

export function ExportTable({ filters, collection, state, failure }: ExportTableProps) {
  const api = useApi();
  const { projectId } = api;
  const now = useNow();
  const editAddress = useEditSearchParams(paths.exports(projectId));
  const { records } = state;
  const { names } = useSourceNames();
  useLoadSourceNames(records);
  const updateFilters = (changes: Partial<ExportListFilters>) =>
    editAddress((params) => formatExportListFilters({ ...parseListSearchParams(params), ...changes }));
  const columns = useMemo(() => exportColumns(localZone(), now, names), [now, names]);
  return (
    <CollectionTable
      {...EXPORT_NOUN}
      label="Exports"
      placeholder="Search or filter: is:pending format:csv expires:today..+7d"
      storageKey="exports"
      collection={collection}
      state={state}
      records={records}
      loadError={failure}
      projectId={projectId}
      linkTo={paths.exports}
      now={now}
      filters={filters}
      onFiltersChange={updateFilters}
      search={exportSearch}
      names={names}
      columns={columns}
      savedViews={useSavedViews(api, "exports")}
      renderViews={(found, query) => (
        <ExportListViews
          filters={filters}
          query={query}
          found={found}
          rows={state.phase === "complete" ? records : null}
        />
      )}
      downloadLabel="Download list"
      rowId={exportId}
      rowLabel={(record) => exportName(record, names).text}
      rowHref={(record) => paths.export(projectId, record.id)}
      rowActions={useExportRowActions(filters)}
      rowTone={(record) => (getExportDisplayState(record, now) === "expired" ? "muted" : undefined)}
      empty={<NoExports />}
      renderActions={({ selected }, openDownload) => (
        <LazyExportBulkActions selected={selected} now={now} onDownloadList={openDownload} />
      )}
      renderDownload={(download) => <LazyExportListDownload {...download} />}
    />
  );
}

interface ExportListViewsProps {
  readonly filters: ExportListFilters;
  readonly query: string;
  readonly found: CollectionSearchResult<ExportedAsset>;
  /** Null while the exports load. */
  readonly rows: readonly ExportedAsset[] | null;
}

const TABS = [
  { query: "", label: "All" },
  { query: "is:ready", label: "Ready" },
  { query: "is:pending", label: "Generating" },
  { query: "is:failed", label: "Failed" },
  { query: "is:expired", label: "Expired" },
];
const TAB_QUERIES = TABS.map(({ query }) => query);

/** Switches between all exports and those in a state. Shows their counts. */
function ExportListViews({ filters, query, found, rows }: ExportListViewsProps) {
  const { projectId } = useApi();
  const [counts, setCounts] = useState<MatchCounts>({});
  useMatchCounts(TAB_QUERIES, rows, found, setCounts);
  return (
    <ViewLinks
      current={findActiveTab(query, TAB_QUERIES.slice(1))}
      views={TABS.map((tab) => ({
        view: tab.query,
        label: tab.label,
        count: counts[tab.query] ?? null,
        to: `${paths.exports(projectId)}${formatExportListFilters({ ...filters, query: tab.query })}`,
      }))}
    />
  );
}

// These parts load after the rows.
const LazyExportListDownload = lazyOverlay(() => import("./export-list-download"), "ExportListDownload");
const { Component: LazyExportBulkActions } = lazyPage(
  () => import("./export-bulk-actions"),
  "ExportBulkActions",
);

function NoExports() {
  const { projectId } = useApi();
  return (
    <EmptyState
      icon={<DownloadIcon size={24} />}
      title="No exports yet"
      detail="Export a dashboard or insight as an image, PDF, or table. Only your own exports appear here."
      action={
        <LinkButton
          to={paths.newExport(projectId)}
          leftSection={<PlusIcon />}
          disabledReason={useMissingScopeMessage(EXPORT_WRITE_SCOPE)}
        >
          Create export
        </LinkButton>
      }
    />
  );
}
