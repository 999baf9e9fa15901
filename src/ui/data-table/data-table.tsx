import type { KeyboardEvent, MouseEvent, ReactNode, Ref, RefObject } from "react";
import { useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useHref, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { toasts } from "@/ui/feedback/toasts";
import { isTypingTarget } from "@/ui/hooks/restore-focus";
import { findRowIndex } from "@/ui/hooks/use-edit-search-params";
import { useSharedMenu } from "@/ui/overlay/action-menu";
import { ProgressLine } from "@/ui/primitives/status";
import { CellTooltip } from "./cell-tooltip";
import classes from "./data-table.module.css";
import { DataTableHeader, selectAll, toggleSelection, useAnnounceSelection } from "./data-table-header";
import { DataTableRow, SkeletonRows, SpacerRow } from "./data-table-row";
import type { DataTableProps, RowId, RowNoun } from "./data-table-types";
import { MAX_PRINTED_ROWS, useRowWindow } from "./row-window";

const DEFAULT_ROW_NOUN: RowNoun = { singular: "row", plural: "rows" };

/** Shows a table that renders only the rows near the viewport. In narrow tables, rows have two lines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, loading = false, refetching = false, totalCount = rows.length } = props;
  const { rowNoun = DEFAULT_ROW_NOUN } = props;
  const menu = useRef<RowMenuHandle>(null);
  const hasActions = props.rowActions !== undefined;
  const printedCount = Math.min(rows.length, MAX_PRINTED_ROWS);
  useAnnounceSelection(props.selection, rowNoun);
  if (!loading && rows.length === 0 && props.empty !== undefined) return props.empty;
  return (
    <div className={classes.container}>
      <ProgressLine isActive={refetching} label={`Updating ${props.label}`} />
      <TableWithRows {...props} menu={menu}>
        <DataTableHeader {...props} rowNoun={rowNoun} hasActions={hasActions} />
      </TableWithRows>
      {hasActions && <RowMenu handle={menu} />}
      {totalCount > printedCount && (
        <p className={classes.printNotice}>
          {`Printed: ${formatCount(printedCount)} of ${pluralize(totalCount, rowNoun.singular, rowNoun.plural)}.`}
        </p>
      )}
    </div>
  );
}

interface TableWithRowsProps<Row> extends DataTableProps<Row> {
  readonly menu: RefObject<RowMenuHandle | null>;
  readonly children: ReactNode;
}

/** Renders the rows near the viewport, the active row, and spacers for all other rows. */
function TableWithRows<Row>(props: TableWithRowsProps<Row>) {
  const { rowId, columns, loading = false, refetching = false } = props;
  const { density = "comfortable", totalCount = props.rows.length } = props;
  const rows = loading ? NO_ROWS : props.rows;
  const body = useRef<HTMLTableSectionElement>(null);
  const lastToggled = useRef<RowId>(undefined);
  const navigate = useNavigate();
  const root = useHref("/").replace(/\/$/, "");
  const saveKey = `${useLocation().key} ${props.label}`;
  const isBackOrForward = useNavigationType() === "POP";
  const [saved] = useState(() => (isBackOrForward ? savedTables.get(saveKey) : undefined));
  const [active, setActive] = useState(saved?.active ?? null);
  const activeIndex = useMemo(
    () => (active === null ? -1 : findRowIndex(rows, rowId, active.id, active.index)),
    [rows, rowId, active],
  );
  const { indexes, rowHeight, getRowsPerPage } = useRowWindow({
    rows,
    rowId,
    body,
    pinned: activeIndex,
    layoutKey: `${density} ${columns.map(({ id }) => id).join()}`,
    density,
    orderKey: props.orderKey ?? JSON.stringify(props.sort ?? []),
    savedRowHeight: saved?.rowHeight,
  });
  useLayoutEffect(() => {
    savedTables.set(saveKey, { active, rowHeight });
  }, [saveKey, active, rowHeight]);
  useTabStops(body);
  useRowFocus({ body, activeIndex, lastIndex: active?.index ?? -1, count: rows.length, activate });

  function activate(index: number): void {
    const row = rows[index];
    if (row !== undefined) setActive({ id: rowId(row), index });
  }

  function findTargetRow(target: EventTarget): number {
    const row = target instanceof Element ? target.closest("tbody > [aria-rowindex]") : null;
    return row ? Number(row.getAttribute("aria-rowindex")) - 2 : -1;
  }

  function toggleRow(id: RowId, isRange: boolean): void {
    const { selection, onSelectionChange } = props;
    if (!selection || !onSelectionChange) return;
    const rangeStartId = isRange ? lastToggled.current : undefined;
    lastToggled.current = id;
    onSelectionChange(toggleSelection(props, selection, { id, rangeStartId }));
  }

  /** Runs a row's action by its shortcut key. Returns whether such an action exists. */
  function runAction(row: Row, key: string): boolean {
    const action = props.rowActions?.(row).find((each) => each.key === key);
    if (!action) return false;
    // A shortcut key opens no menu that could show the reason, so a toast shows it.
    if (action.disabledReason === undefined) action.onSelect();
    else toasts.show({ title: `“${action.label}” isn't available`, detail: action.disabledReason });
    return true;
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    if (event.defaultPrevented || isTypingTarget(event.target)) return;
    if (handleSelectionKey(event, props)) return event.preventDefault();
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const currentIndex = findTargetRow(event.target);
    const row = rows[currentIndex];
    // With Shift, `key` is uppercase.
    if (row !== undefined && event.key.toLowerCase() === "x") return toggleRow(rowId(row), event.shiftKey);
    if (row !== undefined && runAction(row, event.key)) return event.preventDefault();
    const nextIndex = getNextRowIndex(event.key, currentIndex, rows.length, getRowsPerPage());
    if (nextIndex === undefined) return;
    event.preventDefault();
    flushSync(() => activate(nextIndex));
    focusRow(body.current, nextIndex);
  }

  function handleClick(event: MouseEvent<HTMLElement>) {
    const { target } = event;
    const row = rows[findTargetRow(target)];
    if (event.defaultPrevented || row === undefined || !(target instanceof Element)) return;
    const control = target.closest<HTMLElement>("a, button, input, label, summary");
    if (control instanceof HTMLButtonElement && control.matches("[data-row-menu]"))
      return props.menu.current?.toggle(control, control.ariaLabel ?? "", props.rowActions?.(row) ?? []);
    const href = props.rowHref?.(row);
    const isRowLink = control?.matches("[data-row-focus]") === true;
    if (href === undefined || (control && !isRowLink)) return;
    if (isRowLink) {
      // The browser opens the link elsewhere.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
    } else if (window.getSelection()?.toString()) {
      // Selecting text in a cell must not open the row.
      return;
    } else if (event.metaKey || event.ctrlKey) {
      window.open(root + href, "_blank", "noopener");
      return;
    }
    void navigate(href);
  }

  // Until a row gets focus, the first rendered row is the tab stop.
  const tabStopIndex = activeIndex >= 0 ? activeIndex : (indexes[0] ?? -1);
  // In a flat list with stable keys, React doesn't move or recreate the focused row.
  const renderedRows: ReactNode[] = [];
  let end = 0;
  function addSpacer(to: number): void {
    if (to > end) renderedRows.push(<SpacerRow key={`space ${end}`} height={(to - end) * rowHeight} />);
  }
  for (const index of indexes) {
    const row = rows[index];
    if (row === undefined) continue;
    addSpacer(index);
    end = index + 1;
    const id = rowId(row);
    const href = props.rowHref?.(row);
    renderedRows.push(
      <DataTableRow
        key={`row ${id}`}
        row={row}
        columns={columns}
        label={props.rowLabel(row)}
        href={href === undefined ? undefined : root + href}
        tone={props.rowTone?.(row)}
        mark={props.rowMark?.(row)}
        rowIndex={index + 2}
        isTabStop={index === tabStopIndex}
        hasActions={props.rowActions !== undefined}
        isSelected={props.selection?.has(id)}
      />,
    );
  }
  addSpacer(rows.length);

  return (
    <>
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
        {props.children}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for its rows */}
        <tbody
          ref={body}
          role="rowgroup"
          onClick={handleClick}
          onChange={({ target, nativeEvent }) => {
            const row = rows[findTargetRow(target)];
            if (row !== undefined && target.matches("[data-row-select]"))
              toggleRow(rowId(row), isShiftHeld(nativeEvent));
          }}
          onFocus={({ target }) => {
            const index = findTargetRow(target);
            if (index >= 0 && index !== activeIndex) activate(index);
          }}
        >
          {loading ? (
            <SkeletonRows
              columns={columns}
              hasActions={props.rowActions !== undefined}
              hasSelection={props.selection !== undefined}
            />
          ) : (
            renderedRows
          )}
        </tbody>
      </table>
      <CellTooltip
        body={body}
        getFullText={(cell, label) => {
          const row = rows[findTargetRow(cell)];
          const column = columns.find(({ header }) => header === label);
          return row && column?.fullText?.(row);
        }}
      />
    </>
  );
}

const NO_ROWS: readonly never[] = [];

interface ActiveRow {
  readonly id: RowId;
  readonly index: number;
}

/** State of tables in earlier history entries, so that Back and Forward restore it. Heights are in px. */
const savedTables = new Map<string, { readonly active: ActiveRow | null; readonly rowHeight: number }>();

/** Leaves one row in the tab order. Changes the DOM outside React, because cells may render anything. */
function useTabStops(body: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const controls = body.current?.querySelectorAll<HTMLElement>("a[href], button, input, [tabindex]");
    for (const control of controls ?? []) {
      if (control.closest("[data-tab-stop]")) {
        if (control.dataset["removedTabStop"] === undefined) continue;
        control.tabIndex = 0;
        delete control.dataset["removedTabStop"];
      } else if (control.tabIndex === 0) {
        control.tabIndex = -1;
        control.dataset["removedTabStop"] = "";
      }
    }
  });
}

/** Focuses a rendered row, and scrolls so that sticky elements don't cover it. */
function focusRow(body: HTMLElement | null, index: number): void {
  const row = body?.querySelector<HTMLElement>(`:scope > [aria-rowindex="${index + 2}"]`);
  if (!row) return;
  row.scrollIntoView({ block: "nearest" });
  const target = row.matches("[data-row-focus]") ? row : row.querySelector<HTMLElement>("[data-row-focus]");
  target?.focus({ preventScroll: true });
}

/** A moved row keeps focus. A removed row passes focus to its successor. */
function useRowFocus(props: {
  readonly body: RefObject<HTMLElement | null>;
  readonly activeIndex: number;
  readonly lastIndex: number;
  readonly count: number;
  readonly activate: (index: number) => void;
}): void {
  const { body, activeIndex, lastIndex, count, activate } = props;
  const isFocusPending = useRef(false);
  // Read before the DOM update, because removed and moved elements lose focus without an event.
  const hadFocus = body.current?.contains(document.activeElement) ?? false;

  useLayoutEffect(() => {
    const isLost = hadFocus && (document.activeElement === null || document.activeElement === document.body);
    if (!isLost && !isFocusPending.current) return;
    isFocusPending.current = activeIndex < 0 && count > 0;
    if (activeIndex >= 0) focusRow(body.current, activeIndex);
    else if (count > 0) activate(Math.max(0, Math.min(lastIndex, count - 1)));
  });
}

interface RowMenuHandle {
  readonly toggle: ReturnType<typeof useSharedMenu>["toggle"];
}

/** Shows a single menu for all rows. A separate component, so that opening the menu doesn't render the table. */
function RowMenu({ handle }: { readonly handle: Ref<RowMenuHandle> }) {
  const { toggle, menu } = useSharedMenu();
  useImperativeHandle(handle, () => ({ toggle }));
  return menu;
}

/** Handles Ctrl/Cmd+A, which selects all matching rows, and Escape. Returns whether the key was handled. */
function handleSelectionKey<Row>(event: KeyboardEvent, props: DataTableProps<Row>): boolean {
  const { selection, onSelectionChange } = props;
  if (!selection || !onSelectionChange || props.loading) return false;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "a") {
    onSelectionChange(selectAll(props, selection));
    return true;
  }
  if (event.key !== "Escape" || selection.size === 0) return false;
  onSelectionChange(new Set());
  return true;
}

function isShiftHeld(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}

/** Returns the index of the row to which a key moves, or undefined. `pageSize` is the number of rows in the window. */
function getNextRowIndex(
  key: string,
  currentIndex: number,
  count: number,
  pageSize: number,
): number | undefined {
  const nextIndex = {
    ArrowDown: currentIndex + 1,
    j: currentIndex + 1,
    ArrowUp: currentIndex - 1,
    k: currentIndex - 1,
    PageDown: currentIndex + pageSize,
    PageUp: currentIndex - pageSize,
    Home: 0,
    End: count - 1,
  }[key];
  if (nextIndex === undefined || count === 0) return undefined;
  return Math.max(0, Math.min(nextIndex, count - 1));
}
