import { useMemo } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import type { ProjectError } from "@/data/projects/project-error";
import { useExportRowActions } from "@/features/exports/actions/use-export-actions";
import { type ExportListFilters, formatExportListFilters } from "@/features/exports/model/export-filters";
import {
  EXPORT_NOUN,
  exportId,
  exportName,
  getExportDisplayState,
} from "@/features/exports/model/export-rules";
import { parseListSearchParams } from "@/lib/search/list-search-params";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import {
  DEFAULT_EXPORT_COLUMNS,
  EXPORT_LEAD_COLUMN,
  EXPORT_WIDTHS_KEY,
  exportColumns,
} from "./export-columns";
import { useExportSearch } from "./use-export-search";

interface ExportTableProps {
  readonly filters: ExportListFilters;
  readonly collection: Collection<ExportedAsset>;
  readonly state: CollectionState<ExportedAsset>;
  readonly failure: ProjectError | null;
}

export function ExportTable({ filters, collection, state, failure }: ExportTableProps) {
  const { projectId } = useApi();
  const now = useNow();
  const editAddress = useEditSearchParams(paths.exports(projectId));
  const { records } = state;
  const { names } = useSourceNames();
  useLoadSourceNames(records);
  const updateFilters = (changes: Partial<ExportListFilters>) =>
    editAddress((params) => formatExportListFilters({ ...parseListSearchParams(params), ...changes }));
  const [query, setQuery] = useQueryDraft(filters.query, (text) => updateFilters({ query: text }));
  const searchResult = useExportSearch(collection, records, { query, sort: filters.sort, now, names });
  const rowActions = useExportRowActions(filters);
  const columns = useMemo(() => exportColumns(localZone(), now, names), [now, names]);
  return (
    <CollectionTable
      {...EXPORT_NOUN}
      label="Exports"
      searchLabel="Search exports"
      placeholder="Search or filter: is:pending format:csv expires:today..+7d"
      storageKey={EXPORT_WIDTHS_KEY}
      state={state}
      controls={collection}
      loadError={failure}
      linkTo={paths.exports}
      now={now}
      listParams={filters}
      onListParamsChange={updateFilters}
      query={query}
      onQueryChange={setQuery}
      found={searchResult}
      columns={columns}
      leadColumnId={EXPORT_LEAD_COLUMN}
      defaultColumnIds={DEFAULT_EXPORT_COLUMNS}
      viewOptions={<LazyExportViewOptions filters={filters} columns={columns} onChange={updateFilters} />}
      downloadLabel="Download list"
      rowId={exportId}
      rowLabel={(record) => exportName(record, names).text}
      rowHref={(record) => paths.export(projectId, record.id)}
      rowActions={rowActions}
      rowTone={(record) => (getExportDisplayState(record, now) === "expired" ? "muted" : undefined)}
      renderEmpty={({ isFiltered, clear }) => (
        <LazyExportListEmpty state={state} isFiltered={isFiltered} onClear={clear} />
      )}
      renderSelection={({ rows, selection, selected, setSelection }, askForDownload) => (
        <LazyExportSelection
          selection={selection}
          selected={selected}
          rows={rows}
          now={now}
          onChange={setSelection}
          onDownloadList={askForDownload}
        />
      )}
      renderDownload={(visibleRows, close) => (
        <LazyExportListDownload
          shown={visibleRows.rows}
          selected={visibleRows.selected}
          records={records}
          columns={visibleRows.columns}
          now={now}
          onClose={close}
        />
      )}
    />
  );
}

// These parts load after the rows.
const { Component: LazyExportViewOptions } = lazyPage(
  () => import("./export-view-options"),
  "ExportViewOptions",
);
const LazyExportListDownload = lazyOverlay(() => import("./export-list-download"), "ExportListDownload");
const { Component: LazyExportSelection } = lazyPage(() => import("./export-selection"), "ExportSelection");
const { Component: LazyExportListEmpty } = lazyPage(() => import("./export-list-empty"), "ExportListEmpty");
