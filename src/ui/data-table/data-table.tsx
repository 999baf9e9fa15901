import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { formatCount, plural } from "@/lib/text/numbers";
import { ProgressLine } from "@/ui/primitives/progress-line";
import classes from "./data-table.module.css";
import { DataTableBody, type RowsHandle } from "./data-table-body";
import { DataTableHeader } from "./data-table-header";
import { isTyping, nextPlace } from "./data-table-keys";
import { selectAll, toggleRows, useAnnounceSelection } from "./data-table-selection";
import { SkeletonRows } from "./data-table-skeleton";
import type { DataTableProps, RowHandlers, RowId, RowsWord } from "./data-table-types";
import { useColumnWidths } from "./data-table-widths";
import { MOST_PRINTED } from "./data-table-window";

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
