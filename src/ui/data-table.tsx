import { type KeyboardEvent, type ReactNode, useCallback, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { MenuAction } from "./action-menu";
import classes from "./data-table.module.css";
import { DataTableHeader } from "./data-table-header";
import { nextRow } from "./data-table-keys";
import { DataTableRow } from "./data-table-row";
import { SkeletonRows } from "./data-table-skeleton";
import { ProgressLine } from "./progress-line";

/** What can be done to a row. Its key, for example "e", works while the row has the focus. */
export type RowAction = MenuAction & { readonly key?: string };

/** How a row is told apart from the others. */
export type RowId = string | number;

/** One column of a table. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width, for example "22%" or "120px"; columns without one share the rest. */
  readonly width?: string;
  readonly align?: "start" | "end";
  /** What becomes of it on a phone; "meta" by default, the first column is the "title". "hidden" goes below 1120 px, too. */
  readonly phone?: "title" | "meta" | "hidden";
  readonly sortable?: boolean;
}

/** One step of a sort order. */
export interface SortStep {
  readonly columnId: string;
  readonly direction: "ascending" | "descending";
}

/** What a table shows and how it behaves. */
export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  /** Keep the array itself stable: rows are drawn again when it changes. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => RowId;
  /** Names a row in "Actions for …". */
  readonly rowLabel: (row: Row) => string;
  readonly rowHref?: (row: Row) => string;
  /** Asked when the menu opens. */
  readonly rowActions?: (row: Row) => readonly RowAction[];
  readonly rowTone?: (row: Row) => "muted" | undefined;
  /** Rows there are in all, where only some are shown. */
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
  readonly selection?: ReadonlySet<RowId>;
  readonly onSelectionChange?: (selection: ReadonlySet<RowId>) => void;
}

const DEFAULT_SKELETON_ROWS = 10;

/** The table of every list: a plain table on wide screens, the same rows as cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, firstIndex = 0, loading = false, refetching = false } = props;
  const table = useRef<HTMLTableElement>(null);
  const row = useRowHandlers(props);
  const hasActions = props.rowActions !== undefined;

  if (!loading && rows.length === 0 && props.empty !== undefined) return props.empty;

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const next = nextRow(event, table.current);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView?.({ block: "nearest" });
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
        aria-rowcount={(props.totalCount ?? rows.length) + 1}
        data-density={props.density}
        data-refetching={refetching || undefined}
        onKeyDown={onKeyDown}
      >
        <DataTableHeader {...props} hasActions={hasActions} />
        <tbody role="rowgroup">
          {loading ? (
            <SkeletonRows
              columns={columns}
              count={props.skeletonRows ?? DEFAULT_SKELETON_ROWS}
              hasActions={hasActions}
              hasSelection={props.selection !== undefined}
            />
          ) : (
            rows.map((item, place) => (
              <DataTableRow
                key={rowId(item)}
                row={item}
                columns={columns}
                id={rowId(item)}
                label={props.rowLabel(item)}
                href={props.rowHref?.(item)}
                tone={props.rowTone?.(item)}
                rowIndex={firstIndex + place + 2}
                isFirst={place === 0}
                hasActions={hasActions}
                isSelected={props.selection?.has(rowId(item))}
                onOpen={row.open}
                onAskActions={row.actions}
                onSelect={row.select}
              />
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Handlers that stay the same while props change, so that unchanged rows are not drawn again. */
function useRowHandlers<Row>(props: DataTableProps<Row>) {
  const navigate = useNavigate();
  const latest = useRef({ props, navigate });
  const lastSelected = useRef<RowId>(undefined);
  useLayoutEffect(() => {
    latest.current = { props, navigate };
  });

  const open = useCallback((href: string) => void latest.current.navigate(href), []);
  const actions = useCallback((row: Row) => latest.current.props.rowActions?.(row) ?? [], []);
  const select = useCallback((id: RowId, withRange: boolean) => {
    const { selection, onSelectionChange, rows, rowId } = latest.current.props;
    if (!selection || !onSelectionChange) return;
    const ids = rows.map(rowId);
    const from = withRange && lastSelected.current !== undefined ? ids.indexOf(lastSelected.current) : -1;
    const to = ids.indexOf(id);
    const touched = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    const next = new Set(selection);
    const shouldAdd = !selection.has(id);
    for (const each of touched) shouldAdd ? next.add(each) : next.delete(each);
    lastSelected.current = id;
    onSelectionChange(next);
  }, []);

  return { open, actions, select };
}
