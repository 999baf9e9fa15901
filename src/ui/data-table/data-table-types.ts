import type { ReactNode } from "react";
import type { SortStep } from "@/lib/search/record-order";
import type { MenuAction } from "@/ui/overlay/action-menu";

/** One column of a table. */
export interface Column<Row> {
  /** Letters, digits and hyphens. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width in % or px, for example "22%"; columns without one share the rest. */
  readonly width?: string;
  readonly align?: "start" | "end";
  /** What becomes of it on a phone; "meta" by default, the first column is the "title". "hidden" goes below 1120 px, too. */
  readonly phone?: "title" | "meta" | "hidden";
  readonly sortable?: boolean;
}

/** How a row is told apart from the others. */
export type RowId = string | number;
/** What can be done to a row. Its key, for example "e", works while the row has the focus. */
export type RowAction = MenuAction & { readonly key?: string };
/** What the rows are: "delivery", "deliveries". */
export interface RowNoun {
  readonly singular: string;
  readonly plural: string;
}

/** A row that is not as it was last time. */
export type RowMark = "new" | "changed";
/** What a table shows and how it behaves. */
export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  /** Those to show. Keep the array itself stable: rows are drawn again when it changes. */
  readonly columns: readonly Column<Row>[];
  /** All that match, however many; only those near the window are drawn. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => RowId;
  /** Names a row in "Actions for …". */
  readonly rowLabel: (row: Row) => string;
  readonly rowHref?: (row: Row) => string;
  /** Asked when the menu opens. */
  readonly rowActions?: (row: Row) => readonly RowAction[];
  readonly rowTone?: (row: Row) => "muted" | undefined;
  /** What a refresh has brought. */
  readonly rowMark?: (row: Row) => RowMark | undefined;
  /** "row" and "rows" by default. */
  readonly rowsWord?: RowNoun;
  /** Rows there are in all, where only some are shown; -1 for not known. */
  readonly totalCount?: number;
  /** The place of the first row among all, from 0. */
  readonly firstIndex?: number;
  readonly loading?: boolean;
  readonly skeletonRowCount?: number;
  readonly refetching?: boolean;
  readonly empty?: ReactNode;
  readonly density?: "comfortable" | "compact";
  readonly sort?: readonly SortStep[];
  readonly onSortChange?: (sort: readonly SortStep[]) => void;
  /**
   * Says which filter and sort the rows come from: when it changes, the table starts at its top again; otherwise the
   * row at the upper edge keeps its place. By default the sort.
   */
  readonly orderKey?: string;
  readonly selection?: ReadonlySet<RowId>;
  readonly onSelectionChange?: (selection: ReadonlySet<RowId>) => void;
  /** Makes the columns resizable, and is where their widths are kept. */
  readonly widthsKey?: string;
}

/** What a row calls; it stays the same while props change, so that unchanged rows are not drawn again. */
export interface RowHandlers<Row> {
  readonly open: (href: string) => void;
  readonly actions: (row: Row) => readonly RowAction[];
  readonly select: (id: RowId, withRange: boolean) => void;
}

/** How the rows stand, in pixels. */
export interface RowMetrics {
  readonly isCards: boolean;
  /** Rows side by side. */
  readonly lanes: number;
  /** From one line to the next, as far as it is not known better. */
  readonly rowHeight: number;
  readonly gap: number;
  /** Down to here the window is covered by what is sticky. */
  readonly stickyOffset: number;
  /** What it was measured for. */
  readonly measuredFor: string;
}

/** Lines to draw, `last` not included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}
