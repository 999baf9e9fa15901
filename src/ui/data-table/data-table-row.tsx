import { Skeleton, VisuallyHidden } from "@mantine/core";
import { memo, type ReactNode } from "react";
import classes from "./data-table.module.css";
import { type Column, type RowMark, type RowTone, renderCell } from "./data-table-types";

interface DataTableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly label: string;
  readonly href: string | undefined;
  readonly tone: RowTone | undefined;
  readonly mark: RowMark | undefined;
  readonly rowIndex: number;
  /** Only one row is a tab stop. Otherwise, leaving the table would take a Tab press per row. */
  readonly isTabStop: boolean;
  readonly hasActions: boolean;
  readonly isSelected: boolean | undefined;
}

const memoGeneric: <Props extends object>(
  component: (props: Props) => ReactNode,
) => (props: Props) => ReactNode = memo;

type RowCellsProps<Row> = Pick<
  DataTableRowProps<Row>,
  "row" | "columns" | "label" | "href" | "mark" | "hasActions"
>;

/** Memoized, so that a selection change doesn't render cells again. */
const RowCells = memoGeneric(function PlainCells<Row>(props: RowCellsProps<Row>) {
  const { row, columns, label, href, mark, hasActions } = props;
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
            // The table handles clicks. A router link in every row would render again after each URL change.
            <a href={href} className={classes.link} data-row-focus>
              {renderCell(column, row)}
            </a>
          ) : (
            renderCell(column, row)
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
            data-row-menu
          />
        </td>
      )}
    </>
  );
});

function DataTableRowBase<Row>(props: DataTableRowProps<Row>) {
  const { isSelected, href } = props;
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
    >
      {isSelected !== undefined && (
        <td role="cell" className={classes.check}>
          <input
            type="checkbox"
            aria-label={`Select ${props.label}`}
            checked={isSelected}
            // The table handles changes. React requires a handler, or `readOnly`, which screen readers may announce.
            onChange={() => undefined}
            data-row-select
          />
        </td>
      )}
      <RowCells
        row={props.row}
        columns={props.columns}
        label={props.label}
        href={href}
        mark={props.mark}
        hasActions={props.hasActions}
      />
    </tr>
  );
}

export const DataTableRow = memoGeneric(DataTableRowBase);

const SKELETON_ROWS = 10;
// Fixed, so that widths don't change between renders.
const CELL_WIDTHS = ["72%", "54%", "64%", "46%", "80%", "58%", "68%"];

/** Hidden from screen readers, which use the table's `aria-busy`. */
export function SkeletonRows<Row>(props: {
  readonly columns: readonly Column<Row>[];
  readonly hasActions: boolean;
  readonly hasSelection: boolean;
}) {
  const { columns, hasActions, hasSelection } = props;
  return Array.from({ length: SKELETON_ROWS }, (_, rowIndex) => (
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

export function SpacerRow({ height }: { readonly height: number }) {
  return (
    <tr role="presentation" aria-hidden="true" className={classes.spacer}>
      {/* A single cell is enough for any number of visible columns. */}
      <td style={{ height }} />
    </tr>
  );
}
