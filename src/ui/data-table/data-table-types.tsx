import type { ReactNode } from "react";
import type { FileColumn } from "@/lib/file/file-chunk";
import { formatRelative, formatShortInstant, isValidInstant } from "@/lib/time/dates";
import { hasTwelveHourClock } from "@/lib/time/hour-cycle";
import type { SortStep } from "@/lib/url/url-state";
import { formatExactTimes } from "@/ui/feedback/time-stamp";
import type { MenuAction } from "@/ui/overlay/action-menu";

/** A `heading` row is the heading of the rows below it. Its height is smaller in narrow tables. */
export type RowTone = "muted" | "heading";

export interface Column<Row> {
  /** Letters, digits, and hyphens only. */
  readonly id: string;
  readonly header: string;
  /** Returns the value in downloaded files. The table shows it too, unless the column has a `cell`. */
  readonly value?: (row: Row) => string | number | null;
  readonly cell?: (row: Row) => ReactNode;
  /** Whether files include the column even while the table doesn't. */
  readonly alwaysInFile?: true;
  /** 100cqw is the table's width. Not in %, which browsers ignore in calculations. Others share the rest. */
  readonly width?: string;
  readonly align?: "start" | "end";
  /** Position in the second line of narrow tables. Columns without a position are hidden there. */
  readonly narrow?: "detail" | "aside" | "end";
  /** For the first column only. Whether it fills both lines of a row in narrow tables. */
  readonly twoLines?: true;
  readonly wideOnly?: true;
  readonly sortable?: boolean;
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

export function renderCell<Row>({ cell, value }: Column<Row>, row: Row): ReactNode {
  return cell ? cell(row) : (value?.(row) ?? "—");
}

/** Returns the columns of a file: the visible ones, and those that files always include. */
export function toFileColumns<Row>(
  columns: readonly Column<Row>[],
  visible: readonly Column<Row>[],
): readonly FileColumn<Row>[] {
  return columns
    .filter((column) => column.alwaysInFile || visible.includes(column))
    .map(({ header, value }) => ({ header, text: (row) => value?.(row) ?? null }));
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

export type RowMark = "new" | "changed";
export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** The table renders only the rows near the viewport. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => RowId;
  /** Returns the row's name for accessible labels, such as "Actions for Weekly report". */
  readonly rowLabel: (row: Row) => string;
  /** Returns the path that the row opens. Undefined for a row without a page. */
  readonly rowHref?: (row: Row) => string | undefined;
  /** Returns the actions of a row's menu. Called when the menu opens, and for key presses in the row. */
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
  /** When it changes, the table scrolls to the top. Otherwise, the topmost visible row keeps its position. */
  readonly orderKey?: string;
  readonly selection?: ReadonlySet<RowId>;
  readonly onSelectionChange?: (selection: ReadonlySet<RowId>) => void;
  /** Storage key for column widths. Makes columns resizable. */
  readonly widthsKey?: string;
}

type TimeColumn<Row> = Required<Pick<Column<Row>, "width" | "value" | "cell" | "fullText">>;

/** In px. */
const FONT_SIZE = 13;

/** Widens a column, so that the text also fits with the text spacing of WCAG 1.4.12. */
function withTextSpacing(widthPx: number, longestText: string): string {
  const letterSpacing = longestText.length * 0.12 * FONT_SIZE;
  const wordSpacing = (longestText.split(" ").length - 1) * 0.16 * FONT_SIZE;
  return `${Math.ceil(widthPx + letterSpacing + wordSpacing)}px`;
}

/** Shows times near `now` without a year. The tooltip shows the relative time, and the time in the zone and in UTC. */
export function timeColumn<Row>(
  readTime: (row: Row) => string | null,
  zone: string,
  now: Date,
): TimeColumn<Row> {
  return {
    width: hasTwelveHourClock()
      ? withTextSpacing(136, "Nov 30, 10:00 AM")
      : withTextSpacing(118, "Nov 30, 10:00"),
    value: readTime,
    cell: (row) => {
      const iso = readTime(row);
      return iso === null ? "—" : <time dateTime={iso}>{formatShortInstant(iso, now, { zone })}</time>;
    },
    fullText: (row) => {
      const iso = readTime(row);
      if (iso === null || !isValidInstant(iso)) return null;
      return [formatRelative(iso, now, { zone }), ...formatExactTimes(iso, zone)].join("\n");
    },
  };
}
