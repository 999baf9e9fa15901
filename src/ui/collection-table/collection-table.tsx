import { Button } from "@mantine/core";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { whenContentReady } from "@/lib/time/wait";
import { formatSortParam, type ListSearchParams, type SortStep } from "@/lib/url/url-state";
import { DataTable } from "@/ui/data-table/data-table";
import { useSelection } from "@/ui/data-table/data-table-header";
import type { Column, DataTableProps, RowAction, RowId, RowMark } from "@/ui/data-table/data-table-types";
import { toFileColumns } from "@/ui/data-table/data-table-types";
import type { DownloadMenuProps } from "@/ui/download/download-menu";
import type { DisplayError } from "@/ui/feedback/states";
import { useScrollRestoration } from "@/ui/hooks/use-edit-search-params";
import { lazyOverlay, lazyPage } from "@/ui/overlay/lazy-overlay";
import { useQueryDraft } from "@/ui/query-field/search-field";
import { ChevronDownIcon, FilterIcon, ListIcon, SettingsIcon } from "@/ui/theme/icons";
import type { CollectionControls, CollectionProgress, InvalidRecord } from "./collection-frame";
import { AllRecordsInvalid, CollectionFrame, isFirstLoad, NoResults } from "./collection-frame";
import { type CollectionSearch, type CollectionSearchResult, useCollectionSearch } from "./collection-search";
import type { ListViewOptionsProps } from "./list-view-options";
import { DownloadButton, SearchTools, useSearchBox } from "./search-tools";
import { SelectionBar } from "./selection-bar";

type RowProps<Row> = Pick<DataTableProps<Row>, "label" | "rowId" | "rowLabel" | "rowActions" | "rowTone">;

export interface CollectionTableProps<Row, Source extends CollectionControls> extends RowProps<Row> {
  readonly singular: string;
  readonly plural: string;
  readonly placeholder: string;
  /** Key for the stored scroll position and column widths. */
  readonly storageKey: string;
  readonly collection: Source;
  readonly state: CollectionProgress & {
    readonly broken: readonly InvalidRecord[];
    readonly marks: ReadonlyMap<RowId, RowMark>;
  };
  readonly records: readonly Row[];
  /** For rows that are derived from the collection's records: the records, and whether rows are outdated. */
  readonly source?: { readonly singular: string; readonly plural: string; readonly isBusy: boolean };
  readonly loadError: DisplayError | null;
  readonly projectId: string;
  readonly linkTo: (projectId: number | string) => string;
  readonly now: Date;
  readonly filters: ListSearchParams;
  /** Changes URL parameters. Returns false while another page is active. */
  readonly onFiltersChange: (changes: Partial<ListSearchParams>) => boolean;
  readonly defaultSort?: readonly SortStep[];
  readonly search: CollectionSearch<Row, Source>;
  /** Names of sources that the rows refer to by ID. */
  readonly names?: ReferenceNames;
  /** All columns, including hidden ones. The first one is always visible. */
  readonly columns: readonly Column<Row>[];
  readonly rowHref: (row: Row, query: string) => string;
  readonly savedViews: ListViewOptionsProps["savedViews"];
  readonly downloadLabel?: string;
  readonly renderViews?: (found: CollectionSearchResult<Row>, query: string) => ReactNode;
  /** Renders notices in the status bar, such as links to records that need attention. */
  readonly renderFindings?: (found: CollectionSearchResult<Row>, query: string) => ReactNode;
  /** Replaces the table if there are no records. May be lazy, as the elements below. */
  readonly empty: ReactNode;
  /** Replaces the explanation that no rows match, unless null. */
  readonly renderNoMatches?: (found: CollectionSearchResult<Row>) => ReactNode;
  readonly renderActions: (selected: readonly Row[], openDownload: () => void) => ReactNode;
  /** Returns the fields for files with all fields. */
  readonly getAllFields: (row: Row) => Readonly<Record<string, unknown>>;
  /** Replaces the dialog that saves the list as a file. */
  readonly renderDownload?: (download: DownloadMenuProps<Row>) => ReactNode;
}

// Loads after the rows, because few first visits need it.
const { Component: LazyListViewOptions } = lazyPage<"ListViewOptions", ListViewOptionsProps>(
  () => whenContentReady().then(() => import("./list-view-options")),
  "ListViewOptions",
);

const LazyDownloadMenu = lazyOverlay(() => import("@/ui/download/download-menu"), "DownloadMenu");

const NO_SORT: readonly SortStep[] = [];

export function CollectionTable<Row, Source extends CollectionControls>(
  props: CollectionTableProps<Row, Source>,
) {
  const { singular, plural, label, storageKey, collection, state, records, source, linkTo, now } = props;
  const { filters, onFiltersChange, defaultSort = NO_SORT, columns: allColumns, rowId } = props;
  const [query, setQuery] = useQueryDraft(filters.query, (text) => onFiltersChange({ query: text }));
  const sort = filters.sort.length > 0 ? filters.sort : defaultSort;
  const found = useCollectionSearch(props.search, collection, records, {
    query,
    sort,
    now,
    ...(props.names && { names: props.names }),
  });
  const { rows, matching, isWaiting } = found;
  const { box, clear, search } = useSearchBox(rows.length, setQuery);
  const columns = useMemo(
    () => getVisibleColumns(allColumns, filters.columns),
    [allColumns, filters.columns],
  );
  const { selection, selected, setSelection } = useSelection(records, rowId);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollRestoration(storageKey, records.length > 0 && !isWaiting);

  const isPending = isFirstLoad(state) || isWaiting || (source?.isBusy === true && records.length === 0);
  const isFinding = found.isFinding || source?.isBusy === true;
  const nouns = { singular, plural };
  const download: DownloadMenuProps<Row> = {
    title: props.downloadLabel ?? `Download ${label.toLowerCase()}`,
    rows,
    selected,
    records,
    columns: toFileColumns(allColumns, columns),
    getAllFields: props.getAllFields,
    fileName: `${label} of project ${props.projectId} ${now.toISOString().slice(0, 10)}`,
    onClose: () => setIsDownloading(false),
  };
  const openDownload = () => setIsDownloading(true);
  const loadedRows = state.count === state.records.length ? rows.length : -1;

  function handleQueryChange(text: string) {
    found.startSearch(text);
    setQuery(text);
  }

  return (
    <CollectionFrame
      {...(source ?? nouns)}
      derived={source && !isPending ? { ...nouns, count: records.length } : undefined}
      box={box}
      renderedQuery={isFinding || isWaiting ? undefined : query}
      state={state}
      controls={collection}
      loadError={props.loadError}
      linkTo={linkTo}
      now={now}
      found={{ matching, isFinding, error: found.error }}
      onClear={clear}
      isEmpty={!isPending && records.length === 0}
      tools={
        <SearchTools
          label={`Search ${plural}`}
          placeholder={props.placeholder}
          query={query}
          onQueryChange={handleQueryChange}
          found={found}
          rows={records}
        >
          <Suspense fallback={<ToolbarSkeleton />}>
            {found.search ? (
              <LazyListViewOptions
                path={linkTo(props.projectId)}
                savedViews={props.savedViews}
                columns={allColumns}
                settings={filters}
                onChange={onFiltersChange}
                widthsKey={storageKey}
              />
            ) : (
              <ToolbarSkeleton />
            )}
          </Suspense>
          <DownloadButton label={props.downloadLabel} onClick={openDownload} />
        </SearchTools>
      }
      views={props.renderViews?.(found, query)}
      findings={props.renderFindings?.(found, query)}
    >
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowLabel={props.rowLabel}
        rowHref={(row) => props.rowHref(row, query)}
        rowActions={(row) => [
          ...(props.rowActions?.(row) ?? []),
          ...filterActions(allColumns, row, (filter) => {
            if (!query.includes(filter)) handleQueryChange(`${query} ${filter}`.trim());
          }),
        ]}
        {...(props.rowTone && { rowTone: props.rowTone })}
        rowMark={(row) => state.marks.get(rowId(row))}
        rowNoun={nouns}
        totalCount={matching ?? (source ? loadedRows : (state.count ?? 0))}
        loading={isPending}
        refetching={state.isRefreshing}
        density={filters.density}
        sort={sort}
        onSortChange={(next) =>
          onFiltersChange({ sort: formatSortParam(next) === formatSortParam(defaultSort) ? [] : next })
        }
        orderKey={`${formatSortParam(sort)} ${query}`}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey={storageKey}
        empty={
          matching === null ? (
            state.broken.length > 0 ? (
              <AllRecordsInvalid pluralNoun={(source ?? nouns).plural} />
            ) : (
              <Suspense fallback={null}>{props.empty}</Suspense>
            )
          ) : (
            (props.renderNoMatches?.(found) ?? (
              <NoResults
                {...nouns}
                title={source && `No matching ${plural}`}
                count={records.length}
                containerNoun={source?.plural}
                isFullyLoaded={state.phase === "complete"}
                onClear={clear}
                nearest={{ query, getCounter: found.getCounter, onSelect: search }}
              />
            ))
          )
        }
      />
      {selection.size > 0 && (
        <Suspense fallback={null}>
          <SelectionBar selection={selection} rows={rows} getRowId={rowId} onChange={setSelection}>
            {props.renderActions(selected, openDownload)}
          </SelectionBar>
        </Suspense>
      )}
      {isDownloading && (
        <Suspense fallback={null}>
          {props.renderDownload ? props.renderDownload(download) : <LazyDownloadMenu {...download} />}
        </Suspense>
      )}
    </CollectionFrame>
  );
}

function filterActions<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  addFilter: (filter: string) => void,
): readonly RowAction[] {
  return columns.flatMap(({ id, filter }) => {
    const found = filter?.(row);
    if (!found) return [];
    const { field, value, label } = found;
    const isPlain = !/[\s,"]/.test(String(value));
    return {
      id: `filter-${id}`,
      label: `Show only ${label}`,
      icon: <FilterIcon />,
      onSelect: () => addFilter(`${field}:${isPlain ? value : JSON.stringify(value)}`),
    };
  });
}

function getVisibleColumns<Row>(
  columns: readonly Column<Row>[],
  visibleIds: readonly string[] | null,
): readonly Column<Row>[] {
  return columns.filter(
    ({ id, isOptional }, index) => index === 0 || (visibleIds ? visibleIds.includes(id) : !isOptional),
  );
}

/** Shows a placeholder that prevents a layout shift when the lazy list options load. */
function ToolbarSkeleton() {
  const buttonProps = { tabIndex: -1, "aria-hidden": true } as const;
  return (
    <>
      <Button {...buttonProps} leftSection={<ListIcon />} rightSection={<ChevronDownIcon size={14} />}>
        Saved views
      </Button>
      <Button {...buttonProps} leftSection={<SettingsIcon />}>
        Columns
      </Button>
    </>
  );
}
