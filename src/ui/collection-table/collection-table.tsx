import { type ReactNode, Suspense, useMemo, useState } from "react";
import type { ListAddress } from "@/lib/search/list-search-params";
import { writeSort } from "@/lib/search/sort-param";
import { DataTable } from "@/ui/data-table/data-table";
import { type Column, type DataTableProps, type RowId, type RowMark } from "@/ui/data-table/data-table-types";
import { useSelection } from "@/ui/data-table/use-selection";
import { chosenColumns } from "@/ui/data-table/visible-columns";
import { DownloadButton } from "@/ui/download/download-button";
import type { ShownFailure } from "@/ui/feedback/project-error";
import { useScrollMemory } from "@/ui/hooks/scroll-restoration";
import type { CollectionProgress, CollectionSteering } from "./collection-bar";
import { CollectionFrame, isFirstLoad } from "./collection-frame";
import type { UnreadRecord } from "./collection-notices";
import type { SearchLanguage } from "./collection-search";
import { SearchTools } from "./search-tools";
import { ArrangementShape } from "./toolbar-skeleton";
import { useSearchBox } from "./use-search-box";

type RowProps<Row> = Pick<
  DataTableProps<Row>,
  "label" | "rowId" | "rowLabel" | "rowHref" | "rowActions" | "rowTone"
>;

/** What stands around the rows depends on them and on what is selected. */
interface ShownRows<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly selection: ReadonlySet<RowId>;
  /** The selected rows themselves. */
  readonly selected: readonly Row[];
  readonly setSelection: (selection: ReadonlySet<RowId>) => void;
}

interface CollectionTableProps<Row> extends RowProps<Row> {
  /** What the rows are: "delivery", "deliveries". */
  readonly one: string;
  readonly other: string;
  readonly searchLabel: string;
  readonly placeholder: string;
  /** Names what is kept of the list: its place and the widths of its columns. */
  readonly memory: string;
  readonly state: CollectionProgress & {
    readonly records: readonly Row[];
    readonly broken: readonly UnreadRecord[];
    readonly marks: ReadonlyMap<RowId, RowMark>;
  };
  readonly steering: CollectionSteering;
  readonly failure: ShownFailure | null;
  /** The address of the same page in another project. */
  readonly linkTo: (projectId: number) => string;
  readonly now: Date;
  readonly address: ListAddress;
  readonly onAddress: (part: Partial<ListAddress>) => void;
  /** The query as it is being typed, and what it has found. */
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly found: {
    readonly search: SearchLanguage<Row> | null;
    readonly parsed: Parameters<typeof SearchTools<Row>>[0]["found"]["parsed"];
    readonly rows: readonly Row[];
    readonly matching: number | null;
    readonly isFinding: boolean;
    readonly isWaiting: boolean;
    readonly error: unknown;
  };
  /** All columns there are: the leading one, which every row needs, and those usually shown beside it. */
  readonly columns: readonly Column<Row>[];
  readonly lead: string;
  readonly usual: readonly string[];
  /** What arranges the list: saved views, columns. May be lazy; drawn once the search is there. */
  readonly arrange: ReactNode;
  /** Of the button that writes the list into a file; "Download" by default. */
  readonly downloadLabel?: string;
  /** Right below the line on the collection. */
  readonly below?: ReactNode;
  /** Instead of rows, where there are none. May be lazy, as all that follows. */
  readonly renderEmpty: (state: { readonly isFiltered: boolean; readonly clear: () => void }) => ReactNode;
  /** The bar of a selection; drawn from the first selection on. */
  readonly renderSelection: (shown: ShownRows<Row>, askForDownload: () => void) => ReactNode;
  /** The dialog that downloads the list. */
  readonly renderDownload: (shown: ShownRows<Row>, close: () => void) => ReactNode;
}

/** The rows of a collection with what finds, sorts, arranges, selects and downloads them. */
export function CollectionTable<Row>(props: CollectionTableProps<Row>) {
  const {
    one,
    other,
    state,
    now,
    address,
    onAddress,
    query,
    found,
    columns: all,
    lead,
    usual,
    memory,
  } = props;
  const { label, rowId, rowLabel, rowHref, rowActions, rowTone } = props;
  const { records } = state;
  const { rows, matching, isWaiting } = found;
  const { box, clear } = useSearchBox(rows.length, props.onQuery);
  const columns = useMemo(
    () => chosenColumns(all, lead, address.columns ?? usual),
    [all, lead, usual, address.columns],
  );
  const { isTouched, ...chosen } = useSelection(records, rowId);
  const [isDownloading, setIsDownloading] = useState(false);
  useScrollMemory(memory, records.length > 0 && !isWaiting);

  const isPending = isFirstLoad(state) || isWaiting;
  const askForDownload = () => setIsDownloading(true);
  const shown = { rows, columns, ...chosen };
  const words = { one, other };
  return (
    <CollectionFrame
      {...words}
      box={box}
      foundFor={found.isFinding || isWaiting ? undefined : query}
      state={state}
      steering={props.steering}
      failure={props.failure}
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
          onQuery={props.onQuery}
          found={found}
          rows={records}
        >
          {/* What is asked for first must not wait for what is seldom asked for. */}
          <Suspense fallback={<ArrangementShape />}>
            {found.search ? props.arrange : <ArrangementShape />}
          </Suspense>
        </SearchTools>
      }
      actions={
        <DownloadButton
          {...(props.downloadLabel !== undefined && { label: props.downloadLabel })}
          onClick={askForDownload}
        />
      }
      below={props.below}
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
        rowsWord={words}
        totalCount={matching ?? state.count ?? 0}
        loading={isPending}
        refetching={state.isRefreshing}
        density={address.density}
        sort={address.sort}
        onSortChange={(sort) => onAddress({ sort })}
        orderKey={`${writeSort(address.sort)} ${query}`}
        selection={chosen.selection}
        onSelectionChange={chosen.setSelection}
        widthsKey={memory}
        empty={
          <Suspense fallback={null}>{props.renderEmpty({ isFiltered: matching !== null, clear })}</Suspense>
        }
      />
      {isTouched && <Suspense fallback={null}>{props.renderSelection(shown, askForDownload)}</Suspense>}
      {isDownloading && (
        <Suspense fallback={null}>{props.renderDownload(shown, () => setIsDownloading(false))}</Suspense>
      )}
    </CollectionFrame>
  );
}
