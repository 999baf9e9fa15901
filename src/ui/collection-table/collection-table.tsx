import { Button } from "@mantine/core";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import type { ListSearchParams } from "@/lib/search/list-search-params";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { formatSortParam } from "@/lib/search/sort-param";
import { DataTable } from "@/ui/data-table/data-table";
import { useSelection } from "@/ui/data-table/data-table-selection";
import type { Column, DataTableProps, RowId, RowMark } from "@/ui/data-table/data-table-types";
import { getVisibleColumns } from "@/ui/data-table/visible-columns";
import { DownloadButton } from "@/ui/download/download-button";
import type { DisplayError } from "@/ui/feedback/project-error";
import { useScrollRestoration } from "@/ui/hooks/scroll-restoration";
import { ChevronDownIcon, ListIcon, SettingsIcon } from "@/ui/theme/icons";
import type { CollectionControls, CollectionProgress } from "./collection-bar";
import { CollectionFrame, isFirstLoad } from "./collection-frame";
import type { InvalidRecord } from "./collection-notices";
import type { SearchLanguage } from "./collection-search";
import { SearchTools } from "./search-tools";
import { useSearchBox } from "./use-search-box";

type RowProps<Row> = Pick<
  DataTableProps<Row>,
  "label" | "rowId" | "rowLabel" | "rowHref" | "rowActions" | "rowTone"
>;

/**
 * The matching rows and the selection, for controls outside the table. The selection can include
 * rows that don't match.
 */
interface VisibleRows<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly selection: ReadonlySet<RowId>;
  readonly selected: readonly Row[];
  readonly setSelection: (selection: ReadonlySet<RowId>) => void;
}

interface CollectionTableProps<Row> extends RowProps<Row> {
  readonly singular: string;
  readonly plural: string;
  readonly searchLabel: string;
  readonly placeholder: string;
  /** Key for the stored scroll position and column widths. */
  readonly storageKey: string;
  readonly state: CollectionProgress & {
    readonly records: readonly Row[];
    readonly broken: readonly InvalidRecord[];
    readonly marks: ReadonlyMap<RowId, RowMark>;
  };
  readonly controls: CollectionControls;
  readonly loadError: DisplayError | null;
  readonly linkTo: (projectId: number) => string;
  readonly now: Date;
  readonly listParams: ListSearchParams;
  readonly onListParamsChange: (changes: Partial<ListSearchParams>) => void;
  /** Query as typed. `listParams` may have an older query. */
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly found: {
    readonly search: SearchLanguage<Row> | null;
    readonly parsed: Parameters<typeof SearchTools<Row>>[0]["found"]["parsed"];
    readonly names?: ReferenceNames;
    readonly rows: readonly Row[];
    readonly matching: number | null;
    readonly isFinding: boolean;
    readonly isWaiting: boolean;
    readonly error: unknown;
    /** Starts to search before the query is rendered. */
    readonly startSearch?: (query: string) => void;
  };
  /** All columns, including hidden ones and the required first column. */
  readonly columns: readonly Column<Row>[];
  readonly leadColumnId: string;
  readonly defaultColumnIds: readonly string[];
  /** Controls for saved views and columns. Rendered after the search code has loaded. May be lazy. */
  readonly viewOptions: ReactNode;
  readonly downloadLabel?: string;
  readonly views?: ReactNode;
  /** Notices in the status bar, such as links to records that need attention. */
  readonly findings?: ReactNode;
  /**
   * Renders the replacement for a table without rows. This function and the two below may render
   * lazy components.
   */
  readonly renderEmpty: (state: { readonly isFiltered: boolean; readonly clear: () => void }) => ReactNode;
  /**
   * Renders the selection bar. Called while rows are selected, including rows that don't exist
   * anymore.
   */
  readonly renderSelection: (visibleRows: VisibleRows<Row>, openDownload: () => void) => ReactNode;
  readonly renderDownload: (visibleRows: VisibleRows<Row>, close: () => void) => ReactNode;
}

/** Shows a collection with search, sorting, column choice, selection, and download. */
export function CollectionTable<Row>(props: CollectionTableProps<Row>) {
  const {
    singular,
    plural: pluralNoun,
    state,
    now,
    listParams,
    onListParamsChange,
    query,
    found,
    columns: allColumns,
    leadColumnId,
    defaultColumnIds,
    storageKey,
  } = props;
  const { label, rowId, rowLabel, rowHref, rowActions, rowTone } = props;
  const { records } = state;
  const { rows, matching, isWaiting } = found;
  const { box, clear } = useSearchBox(rows.length, props.onQueryChange);
  const columns = useMemo(
    () => getVisibleColumns(allColumns, leadColumnId, listParams.columns ?? defaultColumnIds),
    [allColumns, leadColumnId, defaultColumnIds, listParams.columns],
  );
  const { isTouched, ...selectionState } = useSelection(records, rowId);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollRestoration(storageKey, records.length > 0 && !isWaiting);

  const isPending = isFirstLoad(state) || isWaiting;
  const openDownload = () => setIsDownloading(true);
  const visibleRows = { rows, columns, ...selectionState };
  const nounProps = { singular, plural: pluralNoun };
  return (
    <CollectionFrame
      {...nounProps}
      box={box}
      renderedQuery={found.isFinding || isWaiting ? undefined : query}
      state={state}
      controls={props.controls}
      loadError={props.loadError}
      linkTo={props.linkTo}
      now={now}
      found={found}
      onClear={clear}
      isEmpty={!isPending && records.length === 0}
      tools={
        <SearchTools
          label={props.searchLabel}
          placeholder={props.placeholder}
          query={query}
          onQueryChange={(text) => {
            found.startSearch?.(text);
            props.onQueryChange(text);
          }}
          found={found}
          rows={records}
        >
          {/* The view options load after the search code, because few first visits need them. */}
          <Suspense fallback={<ToolbarSkeleton />}>
            {found.search ? props.viewOptions : <ToolbarSkeleton />}
          </Suspense>
          <DownloadButton
            {...(props.downloadLabel !== undefined && { label: props.downloadLabel })}
            onClick={openDownload}
          />
        </SearchTools>
      }
      views={props.views}
      findings={props.findings}
    >
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowLabel={rowLabel}
        {...(rowHref && { rowHref })}
        {...(rowActions && { rowActions })}
        {...(rowTone && { rowTone })}
        rowMark={(row) => state.marks.get(rowId(row))}
        rowNoun={nounProps}
        totalCount={matching ?? state.count ?? 0}
        loading={isPending}
        refetching={state.isRefreshing}
        density={listParams.density}
        sort={listParams.sort}
        onSortChange={(sort) => onListParamsChange({ sort })}
        orderKey={`${formatSortParam(listParams.sort)} ${query}`}
        selection={selectionState.selection}
        onSelectionChange={selectionState.setSelection}
        widthsKey={storageKey}
        empty={
          <Suspense fallback={null}>{props.renderEmpty({ isFiltered: matching !== null, clear })}</Suspense>
        }
      />
      {isTouched && <Suspense fallback={null}>{props.renderSelection(visibleRows, openDownload)}</Suspense>}
      {isDownloading && (
        <Suspense fallback={null}>
          {props.renderDownload(visibleRows, () => setIsDownloading(false))}
        </Suspense>
      )}
    </CollectionFrame>
  );
}

/** Shows a placeholder that prevents a layout shift when the lazy list options load. */
function ToolbarSkeleton() {
  const buttonProps = { variant: "default", tabIndex: -1, "aria-hidden": true } as const;
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
