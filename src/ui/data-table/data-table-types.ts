import type { ReactNode } from "react";
import type { SortStep } from "@/lib/search/record-order";
import type { MenuAction } from "@/ui/overlay/action-menu";

export interface Column<Row> {
  /** Letters, digits and hyphens only. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * CSS width in % or px, for example "22%", or a `clamp()` with its maximum in px, where 100cqw is the table.
   * Columns without one share the rest.
   */
  readonly width?: string;
  readonly align?: "start" | "end";
  /**
   * Position in the second line of a narrow table: "detail" starts it, "aside" and "end" finish it. Columns
   * without one are hidden there. The first column is the first line.
   */
  readonly narrow?: "detail" | "aside" | "end";
  /** Hidden in a table of medium width. */
  readonly wideOnly?: true;
  readonly sortable?: boolean;
  /** Returns the text that the cell shortens, for its tooltip. Null when the cell says everything. */
  readonly fullText?: (row: Row) => string | null;
  readonly tone?: (row: Row) => "muted" | undefined;
}

export type RowId = string | number;
/** A row action. Its key, for example "e", works while the row has focus. */
export type RowAction = MenuAction & { readonly key?: string };
/** Noun of the rows. */
export interface RowNoun {
  readonly singular: string;
  readonly plural: string;
}

/** Marks rows that changed in the last refresh. */
export type RowMark = "new" | "changed";
export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  /** Visible columns. Must be a stable array, as a new one re-renders all rows. */
  readonly columns: readonly Column<Row>[];
  /** All rows. Only those near the window are rendered. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => RowId;
  /** Returns the row name for accessible labels such as "Actions for Weekly report". */
  readonly rowLabel: (row: Row) => string;
  /** Undefined for a row that doesn't open. */
  readonly rowHref?: (row: Row) => string | undefined;
  /** Called when the menu opens. */
  readonly rowActions?: (row: Row) => readonly RowAction[];
  readonly rowTone?: (row: Row) => "muted" | undefined;
  readonly rowMark?: (row: Row) => RowMark | undefined;
  /** Defaults to "row" and "rows". */
  readonly rowsWord?: RowNoun;
  /** Total number of rows when only some are passed. -1 when unknown. */
  readonly totalCount?: number;
  /** Index of the first row among all, from 0. */
  readonly firstIndex?: number;
  readonly loading?: boolean;
  readonly skeletonRowCount?: number;
  readonly refetching?: boolean;
  readonly empty?: ReactNode;
  readonly density?: "comfortable" | "compact";
  readonly sort?: readonly SortStep[];
  readonly onSortChange?: (sort: readonly SortStep[]) => void;
  /**
   * Identifies filter and sort. When it changes, the table scrolls to its top; otherwise the topmost visible
   * row keeps its position. Defaults to the sort.
   */
  readonly orderKey?: string;
  readonly selection?: ReadonlySet<RowId>;
  readonly onSelectionChange?: (selection: ReadonlySet<RowId>) => void;
  /** Storage key for column widths. Makes columns resizable. */
  readonly widthsKey?: string;
}

/** Callbacks of a row. Stable, so that unchanged rows aren't re-rendered. */
export interface RowHandlers<Row> {
  readonly open: (href: string) => void;
  /** Returns the URL of a path of the app. */
  readonly createHref: (path: string) => string;
  readonly select: (id: RowId, withRange: boolean) => void;
  /** Opens or closes the menu of a row. */
  readonly toggleMenu: (row: Row, label: string, button: HTMLButtonElement) => void;
  /** Runs the action of a key. Returns whether there is one. */
  readonly runKey: (row: Row, key: string) => boolean;
}

/** Row layout, in px. */
export interface RowMetrics {
  readonly rowHeight: number;
  /** Height covered by sticky elements. */
  readonly stickyOffset: number;
  /** Identifies the layout it was measured for. */
  readonly measuredFor: string;
}

/** Rows to render. `last` is exclusive. */
export interface RowSpan {
  readonly first: number;
  readonly last: number;
}
