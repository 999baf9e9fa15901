import { Skeleton } from "@/ui/feedback/states";
import classes from "./data-table.module.css";
import type { Column } from "./data-table-types";

interface SkeletonRowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  readonly hasActions: boolean;
  readonly hasSelection: boolean;
}

// Uneven like real text, and the same each time.
const CELL_WIDTHS = ["72%", "54%", "64%", "46%", "80%", "58%", "68%"];

/** Rows of the same height as those on their way. Screen readers hear `aria-busy` instead. */
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
          data-phone={column.phone ?? (columnIndex === 0 ? "title" : "meta")}
        >
          <Skeleton width={CELL_WIDTHS[(rowIndex * 3 + columnIndex) % CELL_WIDTHS.length]} />
        </td>
      ))}
      {hasActions && <td className={classes.actions} />}
    </tr>
  ));
}

/** Stands for rows that are not drawn, `height` px high. */
export function SpacerRow({ height }: { readonly height: number }) {
  return (
    <tr role="presentation" aria-hidden="true" className={classes.spacer}>
      {/* One cell is enough: more would be columns of their own where some are hidden. */}
      <td style={{ height }} />
    </tr>
  );
}
