import { Skeleton, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from "react";
import { isTypingTarget } from "@/ui/hooks/typing-target";
import classes from "./data-table.module.css";
import type { Column, RowId, RowMark, RowTone } from "./data-table-types";

/** Callbacks of a row. Stable, so that unchanged rows aren't rendered again. */
export interface RowHandlers<Row> {
  readonly open: (href: string) => void;
  readonly createHref: (path: string) => string;
  readonly select: (id: RowId, withRange: boolean) => void;
  readonly toggleMenu: (row: Row, label: string, button: HTMLButtonElement) => void;
  /** Runs the row's action that has this shortcut key. Returns whether such an action exists. */
  readonly runKey: (row: Row, key: string) => boolean;
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
          {column.mark?.(row)}
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

export const DataTableRow = memoGeneric(DataTableRowBase);

function isShiftHeld(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}

interface SkeletonRowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  readonly hasActions: boolean;
  readonly hasSelection: boolean;
}

// Fixed, so that widths don't change between renders.
const CELL_WIDTHS = ["72%", "54%", "64%", "46%", "80%", "58%", "68%"];

/**
 * Shows placeholder rows with the height of real rows. They are hidden from screen readers, which
 * use the table's `aria-busy`.
 */
export function SkeletonRows<Row>({ columns, count, hasActions, hasSelection }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, rowIndex) => (
    <tr
      key={rowIndex}
      aria-hidden="true"
      className={classes.row}
      data-selectable={hasSelection || undefined}
      data-skeleton
    >
      {hasSelection && <td className={classes.check} />}
      {columns.map((column, columnIndex) => (
        <td
          key={column.id}
          className={classes.cell}
          data-align={column.align}
          data-narrow={columnIndex === 0 ? "title" : column.narrow}
          data-wide-only={column.wideOnly}
        >
          <Skeleton width={CELL_WIDTHS[(rowIndex * 3 + columnIndex) % CELL_WIDTHS.length]} />
        </td>
      ))}
      {hasActions && <td className={classes.actions} />}
    </tr>
  ));
}

/** Reserves space for rows that aren't rendered. `height` is in px. */
export function SpacerRow({ height }: { readonly height: number }) {
  return (
    <tr role="presentation" aria-hidden="true" className={classes.spacer}>
      {/* A single cell is enough for any number of visible columns. */}
      <td style={{ height }} />
    </tr>
  );
}
