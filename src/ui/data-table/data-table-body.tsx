import { VisuallyHidden } from "@mantine/core";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { findRowIndex } from "@/ui/hooks/scroll-anchor";
import { isTypingTarget } from "@/ui/hooks/typing-target";
import classes from "./data-table.module.css";
import { useDeferredSelection } from "./data-table-selection";
import { SpacerRow } from "./data-table-skeleton";
import type { Column, DataTableProps, RowHandlers, RowId, RowMark, RowTone } from "./data-table-types";
import { useRowWindow } from "./data-table-window";
import { useRowCache } from "./row-height-cache";

export interface RowsHandle {
  readonly rowIndexOf: (target: EventTarget) => number;
  /** Returns the number of rows that fit into the window. */
  readonly getRowsPerPage: () => number;
  readonly handleFocus: (target: EventTarget) => void;
  /** Focuses a row, and renders it first if necessary. */
  readonly focusRowAt: (index: number) => void;
}

interface BodyProps<Row> extends DataTableProps<Row> {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly handle: RefObject<RowsHandle | null>;
  readonly handlers: RowHandlers<Row>;
}

/** Renders the rows near the viewport, the active row, and spacers for all other rows. */
export function DataTableBody<Row>(props: BodyProps<Row>) {
  const { rows, rowId, columns, handle, body, firstIndex = 0, density = "comfortable" } = props;
  const cache = useRowCache(props.label);
  const selection = useDeferredSelection(props.selection);
  const [active, setActive] = useState(cache.read().active);
  const activeIndex = useMemo(
    () => (active === null ? -1 : findRowIndex(rows, rowId, active.id, active.index)),
    [rows, rowId, active],
  );
  const {
    ranges,
    spaceAfter,
    getRowsPerPage: pageRows,
  } = useRowWindow({
    rows,
    rowId,
    body,
    pinned: activeIndex,
    layoutKey: `${density} ${columns.map(({ id }) => id).join()}`,
    density,
    orderKey: props.orderKey ?? JSON.stringify(props.sort ?? []),
    firstIndex,
    cache,
  });
  // Until a row gets focus, the first rendered row is the tab stop.
  const tabStopIndex = activeIndex >= 0 ? activeIndex : (ranges[0]?.from ?? -1);

  function activate(index: number): void {
    const row = rows[index];
    if (row === undefined) return;
    const next = { id: rowId(row), index };
    cache.update({ active: next });
    setActive(next);
  }

  useTabStops(body);
  useRowFocus({
    body,
    activeIndex,
    lastIndex: active?.index ?? -1,
    firstIndex,
    rows,
    activate,
  });

  useImperativeHandle(handle, () => ({
    rowIndexOf: (target) => findTargetRowIndex(target, firstIndex),
    getRowsPerPage: pageRows,
    handleFocus(target) {
      const index = findTargetRowIndex(target, firstIndex);
      if (index >= 0 && index !== activeIndex) activate(index);
    },
    focusRowAt(index) {
      flushSync(() => activate(index));
      focusRow(body.current, firstIndex + index);
    },
  }));

  function renderRow(index: number): ReactNode {
    const row = rows[index];
    if (row === undefined) return null;
    const id = rowId(row);
    return (
      <DataTableRow
        key={`row ${id}`}
        row={row}
        columns={columns}
        id={id}
        label={props.rowLabel(row)}
        href={props.rowHref?.(row)}
        tone={props.rowTone?.(row)}
        mark={props.rowMark?.(row)}
        rowIndex={firstIndex + index + 2}
        isTabStop={index === tabStopIndex}
        hasActions={props.rowActions !== undefined}
        isSelected={selection?.has(id)}
        handlers={props.handlers}
      />
    );
  }

  // In a flat list with stable keys, React doesn't move or recreate the focused row.
  const renderedRows = ranges.flatMap(({ spaceBefore, from, to }) => [
    spaceBefore > 0 ? <SpacerRow key={`space ${from}`} height={spaceBefore} /> : null,
    ...Array.from({ length: to - from }, (_, offset) => renderRow(from + offset)),
  ]);

  return (
    <>
      {renderedRows}
      {spaceAfter > 0 && <SpacerRow height={spaceAfter} />}
    </>
  );
}

/**
 * Removes controls in cells from the tab order, except in the row that is the tab stop. Changes the DOM outside
 * React, because cells may render anything.
 */
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

/** Returns the index of the row that contains an event target, or -1. */
function findTargetRowIndex(target: EventTarget, firstIndex: number): number {
  const row = target instanceof Element ? target.closest("tbody > [aria-rowindex]") : null;
  return row ? Number(row.getAttribute("aria-rowindex")) - firstIndex - 2 : -1;
}

/** Focuses a rendered row, and scrolls so that sticky elements don't cover it. */
function focusRow(body: HTMLElement | null, index: number): void {
  const row = body?.querySelector<HTMLElement>(`:scope > [aria-rowindex="${index + 2}"]`);
  if (!row) return;
  row.scrollIntoView({ block: "nearest" });
  const target = row.matches("[data-row-focus]") ? row : row.querySelector<HTMLElement>("[data-row-focus]");
  target?.focus({ preventScroll: true });
}

interface RowFocusOptions {
  readonly body: RefObject<HTMLElement | null>;
  readonly activeIndex: number;
  /** Index of the active row when it received focus. */
  readonly lastIndex: number;
  readonly firstIndex: number;
  readonly rows: readonly unknown[];
  readonly activate: (index: number) => void;
}

/**
 * Preserves focus in a table when rows change. A moved row keeps focus. A removed row passes focus to its successor.
 */
function useRowFocus(options: RowFocusOptions): void {
  const { body, activeIndex, lastIndex, firstIndex, rows, activate } = options;
  const isFocusPending = useRef(false);
  // Read before the DOM update, because removed and moved elements lose focus without an event.
  const hadFocus = body.current?.contains(document.activeElement) ?? false;

  useLayoutEffect(() => {
    const isLost = hadFocus && (document.activeElement === null || document.activeElement === document.body);
    if (!isLost && !isFocusPending.current) return;
    isFocusPending.current = false;
    if (activeIndex >= 0) return focusRow(body.current, firstIndex + activeIndex);
    if (rows.length === 0) return;
    isFocusPending.current = true;
    activate(Math.max(0, Math.min(lastIndex, rows.length - 1)));
  });
}

interface DataTableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly id: RowId;
  readonly label: string;
  readonly href: string | undefined;
  readonly tone: RowTone | undefined;
  readonly mark: RowMark | undefined;
  readonly rowIndex: number;
  /** Only one row is a tab stop. Otherwise, leaving the table would take a Tab press per row. */
  readonly isTabStop: boolean;
  readonly hasActions: boolean;
  /** Undefined when rows can't be selected. */
  readonly isSelected: boolean | undefined;
  readonly handlers: RowHandlers<Row>;
}

/** Like `memo`, but with a type that preserves generic props. */
const memoGeneric: <Props extends object>(
  component: (props: Props) => ReactNode,
) => (props: Props) => ReactNode = memo;

type RowCellsProps<Row> = Pick<
  DataTableRowProps<Row>,
  "row" | "columns" | "label" | "href" | "mark" | "hasActions" | "handlers"
>;

/** Memoized, so that a selection change doesn't render cells again. */
const RowCells = memoGeneric(function PlainCells<Row>(props: RowCellsProps<Row>) {
  const { row, columns, label, href, mark, hasActions, handlers } = props;
  return (
    <>
      {columns.map((column, columnIndex) => (
        <td
          key={column.id}
          role="cell"
          className={classes.cell}
          data-align={column.align}
          data-narrow={columnIndex === 0 ? "title" : column.narrow}
          data-two-lines={column.twoLines}
          data-wide-only={column.wideOnly}
          data-tone={column.tone?.(row)}
          data-label={column.header}
        >
          {columnIndex === 0 && href !== undefined ? (
            // The row handles clicks. A router link in every row would render again after each URL
            // change.
            <a href={handlers.createHref(href)} className={classes.link} data-row-focus>
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
          {columnIndex === 0 && mark && <VisuallyHidden>{mark === "new" ? "New" : "Changed"}</VisuallyHidden>}
        </td>
      ))}
      {hasActions && (
        <td role="cell" className={classes.actions}>
          <button
            type="button"
            className={classes.more}
            aria-label={`Actions for ${label}`}
            aria-haspopup="menu"
            aria-expanded={false}
            onClick={({ currentTarget }) => handlers.toggleMenu(row, label, currentTarget)}
          />
        </td>
      )}
    </>
  );
});

function DataTableRowBase<Row>(props: DataTableRowProps<Row>) {
  const { row, columns, id, label, href, isSelected, handlers } = props;

  function handleClick(event: MouseEvent<HTMLTableRowElement>) {
    if (href === undefined || event.defaultPrevented || !(event.target instanceof Element)) return;
    const control = event.target.closest("a, button, input, label, summary");
    const isRowLink = control?.matches("[data-row-focus]") === true;
    if (control && !isRowLink) return;
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isRowLink) {
      if (opensElsewhere) return;
      event.preventDefault();
      return handlers.open(href);
    }
    // Selecting text in a cell must not open the row.
    if (window.getSelection()?.toString()) return;
    if (event.metaKey || event.ctrlKey) window.open(handlers.createHref(href), "_blank", "noopener");
    else handlers.open(href);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.metaKey || event.ctrlKey || event.altKey || isTypingTarget(event.target)) return;
    // With Shift, `key` is uppercase.
    if (event.key.toLowerCase() === "x" && isSelected !== undefined) handlers.select(id, event.shiftKey);
    else if (props.hasActions && handlers.runKey(row, event.key)) event.preventDefault();
  }

  return (
    <tr
      role="row"
      className={classes.row}
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      data-selectable={isSelected === undefined ? undefined : true}
      data-tone={props.tone}
      data-mark={props.mark}
      data-opens={href === undefined ? undefined : true}
      data-tab-stop={props.isTabStop || undefined}
      {...(href === undefined ? { tabIndex: props.isTabStop ? 0 : -1, "data-row-focus": true } : {})}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
    >
      {isSelected !== undefined && (
        <td role="cell" className={classes.check}>
          <input
            type="checkbox"
            aria-label={`Select ${label}`}
            checked={isSelected}
            onChange={({ nativeEvent }) => handlers.select(id, isShiftHeld(nativeEvent))}
          />
        </td>
      )}
      <RowCells
        row={row}
        columns={columns}
        label={label}
        href={href}
        mark={props.mark}
        hasActions={props.hasActions}
        handlers={handlers}
      />
    </tr>
  );
}

const DataTableRow = memoGeneric(DataTableRowBase);

function isShiftHeld(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}
