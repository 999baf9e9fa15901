import { useMemo } from "react";
import type { ExportedAsset } from "@/contract/exports";
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
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { EmptyState } from "@/ui/feedback/states";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { LinkButton } from "@/ui/primitives/link-button";
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
