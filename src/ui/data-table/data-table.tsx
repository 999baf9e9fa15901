import {
  type KeyboardEvent,
  type Ref,
  Suspense,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useHref, useNavigate } from "react-router-dom";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { toasts } from "@/ui/feedback/toasts";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { isTypingTarget } from "@/ui/hooks/typing-target";
import { useSharedMenu } from "@/ui/overlay/action-menu";
import { ProgressLine } from "@/ui/primitives/progress-line";
import type { CellTooltipProps } from "./cell-tooltip";
import classes from "./data-table.module.css";
import { DataTableBody, type RowsHandle } from "./data-table-body";
import { DataTableHeader } from "./data-table-header";
import { selectAll, toggleSelection, useAnnounceSelection } from "./data-table-selection";
import { SkeletonRows } from "./data-table-skeleton";
import type { DataTableProps, RowHandlers, RowId, RowNoun } from "./data-table-types";
import { MAX_PRINTED_ROWS } from "./data-table-window";

// The tooltip's code loads when the pointer or focus reaches a row.
const { Component: LazyCellTooltip } = lazyPage<"CellTooltip", CellTooltipProps>(
  () => import("./cell-tooltip"),
  "CellTooltip",
);

const DEFAULT_SKELETON_ROWS = 10;
const DEFAULT_ROW_NOUN: RowNoun = { singular: "row", plural: "rows" };

/**
 * Shows a table that renders only the rows near the viewport. In narrow tables, rows have two
 * lines.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, loading = false, refetching = false, totalCount = rows.length } = props;
  const { rowNoun = DEFAULT_ROW_NOUN } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const handle = useRef<RowsHandle>(null);
  const menu = useRef<RowMenuHandle>(null);
  const handlers = useRowHandlers(props, menu);
  const [isTouched, setIsTouched] = useState(false);
  const hasActions = props.rowActions !== undefined;
  const isEmpty = !loading && rows.length === 0 && props.empty !== undefined;
  useAnnounceSelection(props.selection, rowNoun);

  if (isEmpty) return props.empty;

  function handleKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    if (event.defaultPrevented || isTypingTarget(event.target)) return;
    if (handleSelectionKey(event, props)) return event.preventDefault();
    const currentIndex = handle.current?.rowIndexOf(event.target) ?? -1;
    const pageSize = handle.current?.getRowsPerPage() ?? 1;
    const nextIndex = getNextRowIndex(event, { currentIndex, count: loading ? 0 : rows.length, pageSize });
    if (nextIndex === undefined) return;
    event.preventDefault();
    handle.current?.focusRowAt(nextIndex);
  }

  return (
    <div className={classes.container}>
      <ProgressLine isActive={refetching} label={`Updating ${props.label}`} />
      {/* Explicit roles, because changing a table's `display` removes its implicit roles. */}
      <table
        role="table"
        className={classes.table}
        aria-label={props.label}
        aria-busy={loading || refetching}
        aria-rowcount={totalCount < 0 ? -1 : totalCount + 1}
        data-density={props.density}
        data-refetching={refetching || undefined}
        onKeyDown={handleKeyDown}
      >
        <DataTableHeader {...props} rowNoun={rowNoun} hasActions={hasActions} />
        <tbody
          ref={body}
          role="rowgroup"
          onPointerEnter={() => setIsTouched(true)}
          onFocus={({ target }) => {
            setIsTouched(true);
            handle.current?.handleFocus(target);
          }}
        >
          {loading ? (
            <SkeletonRows
              columns={columns}
              count={props.skeletonRowCount ?? DEFAULT_SKELETON_ROWS}
              hasActions={hasActions}
              hasSelection={props.selection !== undefined}
            />
          ) : (
            <DataTableBody {...props} body={body} handle={handle} handlers={handlers} />
          )}
        </tbody>
      </table>
      {hasActions && <RowMenu handle={menu} />}
      {isTouched && (
        <Suspense fallback={null}>
          <LazyCellTooltip
            body={body}
            getFullText={(cell, label) => {
              const row = rows[handle.current?.rowIndexOf(cell) ?? -1];
              const column = columns.find(({ header }) => header === label);
              return row && column?.fullText?.(row);
            }}
          />
        </Suspense>
      )}
      <PrintNotice
        printedCount={Math.min(rows.length, MAX_PRINTED_ROWS)}
        totalCount={totalCount}
        rowNoun={rowNoun}
      />
    </div>
  );
}

interface RowMenuHandle {
  readonly toggle: ReturnType<typeof useSharedMenu>["toggle"];
}

/**
 * Shows a single menu for all rows. A separate component, so that opening the menu doesn't render
 * the table.
 */
function RowMenu({ handle }: { readonly handle: Ref<RowMenuHandle> }) {
  const { toggle, menu } = useSharedMenu();
  useImperativeHandle(handle, () => ({ toggle }));
  return menu;
}

interface PrintNoticeProps {
  readonly printedCount: number;
  /** Total number of rows, including those that aren't loaded. Negative when unknown. */
  readonly totalCount: number;
  readonly rowNoun: RowNoun;
}

function PrintNotice({
  printedCount,
  totalCount,
  rowNoun: { singular, plural: pluralNoun },
}: PrintNoticeProps) {
  if (totalCount <= printedCount) return null;
  return (
    <p className={classes.printNotice}>
      {`Printed: ${formatCount(printedCount)} of ${pluralize(totalCount, singular, pluralNoun)}.`}
    </p>
  );
}

/**
 * Handles Ctrl/Cmd+A, which selects all matching rows, and Escape, which clears the selection. Returns whether the
 * key was handled.
 */
function handleSelectionKey<Row>(event: KeyboardEvent, props: DataTableProps<Row>): boolean {
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

function useRowHandlers<Row>(
  props: DataTableProps<Row>,
  menu: { readonly current: RowMenuHandle | null },
): RowHandlers<Row> {
  const navigate = useNavigate();
  const root = useHref("/").replace(/\/$/, "");
  const latest = useRef({ props, navigate, toasts });
  const lastToggled = useRef<RowId>(undefined);
  useLayoutEffect(() => {
    latest.current = { props, navigate, toasts };
  });

  const select = useCallback((id: RowId, isRange: boolean) => {
    const { selection, onSelectionChange, rows, rowId } = latest.current.props;
    if (!selection || !onSelectionChange) return;
    const rangeStartId = isRange ? lastToggled.current : undefined;
    lastToggled.current = id;
    onSelectionChange(toggleSelection(rows, rowId, selection, { id, rangeStartId }));
  }, []);

  return useMemo(() => {
    const getActions = (row: Row) => latest.current.props.rowActions?.(row) ?? [];
    return {
      select,
      open: (href) => void latest.current.navigate(href),
      createHref: (path) => root + path,
      toggleMenu: (row, label, button) =>
        menu.current?.toggle(button, button.ariaLabel ?? label, getActions(row)),
      runKey(row, key) {
        const action = getActions(row).find((each) => each.key === key);
        if (!action) return false;
        // A shortcut key opens no menu that could show the reason, so a toast shows it.
        if (action.disabledReason === undefined) action.onSelect();
        else
          latest.current.toasts.show({
            title: `“${action.label}” isn't available`,
            detail: action.disabledReason,
          });
        return true;
      },
    };
  }, [select, root, menu]);
}

interface KeyContext {
  readonly currentIndex: number;
  readonly count: number;
  /** Number of rows that fit into the window. */
  readonly pageSize: number;
}

/**
 * Returns the index of the row to which a navigation key (up or down arrow, j, k, Home, End,
 * Page Up, or Page Down) moves. Returns undefined for other keys.
 */
function getNextRowIndex(
  event: KeyboardEvent,
  { currentIndex, count, pageSize }: KeyContext,
): number | undefined {
  if (count === 0 || event.metaKey || event.ctrlKey || event.altKey) return undefined;
  const clampIndex = (index: number) => Math.max(0, Math.min(index, count - 1));
  switch (event.key) {
    case "ArrowDown":
    case "j":
      return clampIndex(currentIndex + 1);
    case "ArrowUp":
    case "k":
      return clampIndex(currentIndex - 1);
    case "PageDown":
      return clampIndex(currentIndex + pageSize);
    case "PageUp":
      return clampIndex(currentIndex - pageSize);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
