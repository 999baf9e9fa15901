import { Suspense, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ExportedAsset } from "@/contract/exports";
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
import { exportColumns, LEAD, USUAL_COLUMNS, WIDTHS_KEY } from "./export-columns";
import { type ListFilters, writeListFilters } from "./export-filters";
import { EXPORTS, idOf, nameOf, stateName } from "./export-rules";
import { Arrange, Download, NoRows, Selection } from "./list-extras";
import { useRowActions } from "./use-export-actions";
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
  const navigate = useNavigate();
  const { records, count, marks } = state;
  const change = (part: Partial<ListFilters>) =>
    void navigate(`${paths.exports(projectId)}${writeListFilters({ ...filters, ...part })}`, {
      replace: true,
    });
  const [query, setQuery] = useQueryDraft(filters.query, (text) => change({ query: text }));
  const found = useExportSearch(collection, records, { query, sort: filters.sort, now });
  const { rows, matching } = found;
  const { box, clear } = useSearchBox(rows.length, setQuery);
  const rowActions = useRowActions(filters);
  const all = useMemo(() => exportColumns(localZone(), now), [now]);
  const columns = useMemo(
    () => chosenColumns(all, LEAD, filters.columns ?? USUAL_COLUMNS),
    [all, filters.columns],
  );
  const { selection, selected, setSelection, isTouched } = useSelection(records, idOf);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollMemory("exports", records.length > 0 && !found.isWaiting);

  const isPending = isFirstLoad(state) || found.isWaiting;
  const startDownload = () => setIsDownloading(true);
  return (
    <CollectionFrame
      {...EXPORTS}
      box={box}
      foundFor={found.isFinding || found.isWaiting ? undefined : query}
      state={state}
      steering={collection}
      failure={failure}
      linkTo={paths.exports}
      now={now}
      found={found}
      onClear={clear}
      isEmpty={!isPending && records.length === 0}
      tools={
        <SearchTools
          label="Search exports"
          placeholder="Search, or narrow down: is:pending format:csv expires:today..+7d"
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
    >
      <DataTable
        label="Exports"
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowLabel={(record) => nameOf(record).text}
        rowHref={(record) => paths.export(projectId, record.id)}
        rowActions={rowActions}
        rowTone={(record) => (stateName(record, now) === "expired" ? "muted" : undefined)}
        rowMark={(record) => marks.get(record.id)}
        rowsWord={EXPORTS}
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
            <NoRows state={state} isFiltered={matching !== null} onClear={clear} />
          </Suspense>
        }
      />
      {isTouched && (
        <Suspense fallback={null}>
          <Selection
            selection={selection}
            selected={selected}
            rows={rows}
            now={now}
            onChange={setSelection}
            onDownloadList={startDownload}
          />
        </Suspense>
      )}
      {isDownloading && (
        <Suspense fallback={null}>
          <Download
            shown={rows}
            selected={selected}
            records={records}
            columns={columns}
            now={now}
            onClose={() => setIsDownloading(false)}
          />
        </Suspense>
      )}
    </CollectionFrame>
  );
}
