import { type KeyboardEvent, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { formatCount, plural } from "@/lib/numbers";
import type { SortStep } from "@/lib/record-order";
import type { MenuAction } from "./action-menu";
import classes from "./data-table.module.css";
import { DataTableBody, type RowsHandle } from "./data-table-body";
import { DataTableHeader } from "./data-table-header";
import { isTyping, nextPlace } from "./data-table-keys";
import { selectAll, toggleRows, useAnnounceSelection } from "./data-table-selection";
import { SkeletonRows } from "./data-table-skeleton";
import { useColumnWidths } from "./data-table-widths";
import { MOST_PRINTED } from "./data-table-window";
import { ProgressLine } from "./progress-line";

/** What can be done to a row. Its key, for example "e", works while the row has the focus. */
export type RowAction = MenuAction & { readonly key?: string };

/** How a row is told apart from the others. */
export type RowId = string | number;

/** What the rows are: "delivery", "deliveries". */
export interface RowsWord {
  readonly one: string;
  readonly other: string;
}

/** One column of a table. */
export interface Column<Row> {
  /** Letters, digits and hyphens. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width in % or px, for example "22%"; columns without one share the rest. */
  readonly width?: string;
  readonly align?: "start" | "end";
  /** What becomes of it on a phone; "meta" by default, the first column is the "title". "hidden" goes below 1120 px, too. */
  readonly phone?: "title" | "meta" | "hidden";
  readonly sortable?: boolean;
}

/** What a table shows and how it behaves. */
export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  /** Those to show. Keep the array itself stable: rows are drawn again when it changes. */
  readonly columns: readonly Column<Row>[];
  /** All that match, however many; only those near the window are drawn. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => RowId;
  /** Names a row in "Actions for …". */
  readonly rowLabel: (row: Row) => string;
  readonly rowHref?: (row: Row) => string;
  /** Asked when the menu opens. */
  readonly rowActions?: (row: Row) => readonly RowAction[];
  readonly rowTone?: (row: Row) => "muted" | undefined;
  /** What a refresh has brought. */
  readonly rowMark?: (row: Row) => RowMark | undefined;
  /** "row" and "rows" by default. */
  readonly rowsWord?: RowsWord;
  /** Rows there are in all, where only some are shown; -1 for not known. */
  readonly totalCount?: number;
  /** The place of the first row among all, from 0. */
  readonly firstIndex?: number;
  readonly loading?: boolean;
  readonly skeletonRows?: number;
  readonly refetching?: boolean;
  readonly empty?: ReactNode;
  readonly density?: "comfortable" | "compact";
  readonly sort?: readonly SortStep[];
  readonly onSortChange?: (sort: readonly SortStep[]) => void;
  /**
   * Says which filter and sort the rows come from: when it changes, the table starts at its top again; otherwise the
   * row at the upper edge keeps its place. By default the sort.
   */
  readonly orderKey?: string;
  readonly selection?: ReadonlySet<RowId>;
  readonly onSelectionChange?: (selection: ReadonlySet<RowId>) => void;
  /** Makes the columns resizable, and is where their widths are kept. */
  readonly widthsKey?: string;
}

/** A row that is not as it was last time. */
export type RowMark = "new" | "changed";

const DEFAULT_SKELETON_ROWS = 10;
const ROWS: RowsWord = { one: "row", other: "rows" };

/** The table of every list: a plain table on wide screens, the same rows as cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, loading = false, refetching = false, totalCount = rows.length } = props;
  const { rowsWord = ROWS } = props;
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const handle = useRef<RowsHandle>(null);
  const handlers = useRowHandlers(props);
  const hasActions = props.rowActions !== undefined;
  const isEmpty = !loading && rows.length === 0 && props.empty !== undefined;
  const widths = useColumnWidths(props.widthsKey, table);
  useAnnounceSelection(props.selection, rowsWord);

  if (isEmpty) return props.empty;

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (selectByKey(event, props)) return event.preventDefault();
    const at = handle.current?.placeOf(event.target) ?? -1;
    const page = handle.current?.pageRows() ?? 1;
    const next = nextPlace(event, { at, count: loading ? 0 : rows.length, page });
    if (next === undefined) return;
    event.preventDefault();
    handle.current?.focus(next);
  }

  return (
    <div className={classes.container}>
      <ProgressLine active={refetching} label={`Updating ${props.label}`} />
      {/* Roles are spelled out: a table that is laid out as cards loses its own. */}
      <table
        ref={table}
        role="table"
        className={classes.table}
        aria-label={props.label}
        aria-busy={loading || refetching}
        aria-rowcount={totalCount < 0 ? -1 : totalCount + 1}
        data-density={props.density}
        data-refetching={refetching || undefined}
        onKeyDown={onKeyDown}
      >
        <DataTableHeader {...props} rowsWord={rowsWord} hasActions={hasActions} widths={widths} />
        <tbody ref={body} role="rowgroup" onFocus={({ target }) => handle.current?.onFocus(target)}>
          {loading ? (
            <SkeletonRows
              columns={columns}
              count={props.skeletonRows ?? DEFAULT_SKELETON_ROWS}
              hasActions={hasActions}
              hasSelection={props.selection !== undefined}
            />
          ) : (
            <DataTableBody {...props} body={body} handle={handle} handlers={handlers} />
          )}
        </tbody>
      </table>
      <PrintedPart printed={Math.min(rows.length, MOST_PRINTED)} all={totalCount} rowsWord={rowsWord} />
    </div>
  );
}

interface PrintedPartProps {
  readonly printed: number;
  /** How many there are, loaded or not; negative where nobody knows. */
  readonly all: number;
  readonly rowsWord: RowsWord;
}

/** On paper only: what is left out of it. */
function PrintedPart({ printed, all, rowsWord: { one, other } }: PrintedPartProps) {
  if (all <= printed) return null;
  return (
    <p className={classes.printed}>
      {`${formatCount(printed)} of ${plural(all, one, other)} are printed here.`}
    </p>
  );
}

/** Ctrl or Cmd with A selects all that match, Escape nothing. Tells whether the key was one of them. */
function selectByKey<Row>(event: KeyboardEvent, props: DataTableProps<Row>): boolean {
  const { selection, onSelectionChange, rows, rowId } = props;
  if (!selection || !onSelectionChange || props.loading) return false;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "a") {
    onSelectionChange(selectAll(rows, rowId, selection));
    return true;
  }
  if (event.key !== "Escape" || selection.size === 0) return false;
  onSelectionChange(new Set());
  return true;
}

/** What a row calls; it stays the same while props change, so that unchanged rows are not drawn again. */
export interface RowHandlers<Row> {
  readonly open: (href: string) => void;
  readonly actions: (row: Row) => readonly RowAction[];
  readonly select: (id: RowId, withRange: boolean) => void;
}

function useRowHandlers<Row>(props: DataTableProps<Row>): RowHandlers<Row> {
  const navigate = useNavigate();
  const latest = useRef({ props, navigate });
  const lastToggled = useRef<RowId>(undefined);
  useLayoutEffect(() => {
    latest.current = { props, navigate };
  });

  const open = useCallback((href: string) => void latest.current.navigate(href), []);
  const actions = useCallback((row: Row) => latest.current.props.rowActions?.(row) ?? [], []);
  const select = useCallback((id: RowId, withRange: boolean) => {
    const { selection, onSelectionChange, rows, rowId } = latest.current.props;
    if (!selection || !onSelectionChange) return;
    const from = withRange ? lastToggled.current : undefined;
    lastToggled.current = id;
    onSelectionChange(toggleRows(rows, rowId, selection, { id, from }));
  }, []);

  return useMemo(() => ({ open, actions, select }), [open, actions, select]);
}
