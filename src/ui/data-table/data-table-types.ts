import type { ReactNode } from "react";
import type { SortStep } from "@/lib/search/list-search-params";
import type { MenuAction } from "@/ui/overlay/action-menu";

/** A `heading` row is the heading of the rows below it. Its height is smaller in narrow tables. */
export type RowTone = "muted" | "heading";

export interface Column<Row> {
  /** Letters, digits, and hyphens only. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * CSS width, in which 100cqw is the table's width. Not in % if columns are resizable, because browsers ignore
   * calculations with % in columns. Columns without a width share the rest.
   */
  readonly width?: string;
  readonly align?: "start" | "end";
  /**
   * Position in the second line of a row in narrow tables, where the first column is the first
   * line. "detail" is at the start, "aside" is before "end", and "end" is at the end. Columns
   * without a position are hidden.
   */
  readonly narrow?: "detail" | "aside" | "end";
  /** For the first column only. Whether it fills both lines of a row in narrow tables. */
  readonly twoLines?: true;
  /** Whether the column is hidden in tables of medium width. */
  readonly wideOnly?: true;
  readonly sortable?: boolean;
  /** Whether the column is hidden until the user shows it. */
  readonly isOptional?: boolean;
  /** For the first column only. Renders a mark before the link. */
  readonly mark?: (row: Row) => ReactNode;
  /** Returns the filter of the search language that finds rows with the same value. Shown as "Show only" and `label`. */
  readonly filter?: (row: Row) => ColumnFilter | null;
  /** Returns the full text for the tooltip. Null when the cell already shows the full text. */
  readonly fullText?: (row: Row) => string | null;
  /** "generated" marks a text that replaces a missing title. Gray is reserved for inactive rows. */
  readonly tone?: (row: Row) => "generated" | undefined;
}

interface ColumnFilter {
  readonly field: string;
  readonly value: string | number;
  readonly label: string;
}

export type RowId = string | number;
export type RowAction = MenuAction;
export interface RowNoun {
  readonly singular: string;
  readonly plural: string;
}

/** How a row changed in the last refresh. */
export type RowMark = "new" | "changed";
export interface DataTableProps<Row> {
  readonly label: string;
  /** Visible columns. Use a stable array, because a new array renders all rows again. */
  readonly columns: readonly Column<Row>[];
  /** The table renders only the rows near the viewport. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => RowId;
  /** Returns the row's name for accessible labels, such as "Actions for Weekly report". */
  readonly rowLabel: (row: Row) => string;
  /** Returns the path that the row opens. Undefined for a row without a page. */
  readonly rowHref?: (row: Row) => string | undefined;
  /**
   * Returns the actions of a row's menu. Called when the menu opens, and for key presses in the
   * row.
   */
  readonly rowActions?: (row: Row) => readonly RowAction[];
  readonly rowTone?: (row: Row) => RowTone | undefined;
  readonly rowMark?: (row: Row) => RowMark | undefined;
  /** Defaults to "row" and "rows". */
  readonly rowNoun?: RowNoun;
  /** Total number of rows when only some are passed, or -1 when unknown. */
  readonly totalCount?: number;
  readonly loading?: boolean;
  readonly refetching?: boolean;
  readonly empty?: ReactNode;
  readonly density?: "comfortable" | "compact";
  readonly sort?: readonly SortStep[];
  readonly onSortChange?: (sort: readonly SortStep[]) => void;
  /**
   * Identifies the filter and the sort. When it changes, the table scrolls to the top. Otherwise, the topmost visible
   * row keeps its position. Defaults to the sort.
   */
  readonly orderKey?: string;
  readonly selection?: ReadonlySet<RowId>;
  readonly onSelectionChange?: (selection: ReadonlySet<RowId>) => void;
  /** Storage key for column widths. Makes columns resizable. */
  readonly widthsKey?: string;
}
