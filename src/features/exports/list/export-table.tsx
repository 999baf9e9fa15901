import { useMemo } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import type { ProjectFailure } from "@/data/projects/project-error";
import { useRowActions } from "@/features/exports/actions/use-export-actions";
import { type ListFilters, writeListFilters } from "@/features/exports/model/export-filters";
import { EXPORTS, idOf, nameOf, stateName } from "@/features/exports/model/export-rules";
import { readListAddress } from "@/lib/search/list-search-params";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { exportColumns, LEAD, USUAL_COLUMNS, WIDTHS_KEY } from "./export-columns";
import { Arrange, Download, NoRows, Selection } from "./export-list-lazy-parts";
import { useExportSearch } from "./use-export-search";

interface ExportTableProps {
  readonly filters: ListFilters;
  readonly collection: Collection<ExportedAsset>;
  readonly state: CollectionState<ExportedAsset>;
  readonly failure: ProjectFailure | null;
}

/** The exports with what finds, sorts and steers them. */
export function ExportTable({ filters, collection, state, failure }: ExportTableProps) {
  const { projectId } = useApi();
  const now = useNow();
  const editAddress = useAddressEdit(paths.exports(projectId));
  const { records } = state;
  const change = (part: Partial<ListFilters>) =>
    editAddress((params) => writeListFilters({ ...readListAddress(params), ...part }));
  const [query, setQuery] = useQueryDraft(filters.query, (text) => change({ query: text }));
  const found = useExportSearch(collection, records, { query, sort: filters.sort, now });
  const rowActions = useRowActions(filters);
  const columns = useMemo(() => exportColumns(localZone(), now), [now]);
  return (
    <CollectionTable
      {...EXPORTS}
      label="Exports"
      searchLabel="Search exports"
      placeholder="Search, or narrow down: is:pending format:csv expires:today..+7d"
      memory={WIDTHS_KEY}
      state={state}
      steering={collection}
      failure={failure}
      linkTo={paths.exports}
      now={now}
      address={filters}
      onAddress={change}
      query={query}
      onQuery={setQuery}
      found={found}
      columns={columns}
      lead={LEAD}
      usual={USUAL_COLUMNS}
      arrange={<Arrange filters={filters} columns={columns} onChange={change} />}
      downloadLabel="Download list"
      rowId={idOf}
      rowLabel={(record) => nameOf(record).text}
      rowHref={(record) => paths.export(projectId, record.id)}
      rowActions={rowActions}
      rowTone={(record) => (stateName(record, now) === "expired" ? "muted" : undefined)}
      renderEmpty={({ isFiltered, clear }) => (
        <NoRows state={state} isFiltered={isFiltered} onClear={clear} />
      )}
      renderSelection={({ rows, selection, selected, setSelection }, askForDownload) => (
        <Selection
          selection={selection}
          selected={selected}
          rows={rows}
          now={now}
          onChange={setSelection}
          onDownloadList={askForDownload}
        />
      )}
      renderDownload={(shown, close) => (
        <Download
          shown={shown.rows}
          selected={shown.selected}
          records={records}
          columns={shown.columns}
          now={now}
          onClose={close}
        />
      )}
    />
  );
}
