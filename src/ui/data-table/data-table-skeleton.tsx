import { Skeleton } from "@mantine/core";
import classes from "./data-table.module.css";
import type { Column } from "./data-table-types";

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
