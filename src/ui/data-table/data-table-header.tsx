import { VisuallyHidden } from "@mantine/core";
import { type MouseEvent, useMemo } from "react";
import type { SortStep } from "@/lib/search/list-search-params";
import { formatCount } from "@/lib/text/numbers";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/theme/icons";
import { type ColumnWidths, columnWidthsCss, useColumnWidths, WidthHandle } from "./column-widths";
import classes from "./data-table.module.css";
import { deselectAll, selectAll } from "./data-table-selection";
import type { Column, DataTableProps, RowId, RowNoun } from "./data-table-types";

/** Widths in the stylesheet. */
const CHECK_WIDTH = "40px";
const ACTIONS_WIDTH = "(max(28px, var(--ui-target)) + 8px)";

type HeaderProps<Row> = Pick<
  DataTableProps<Row>,
  "columns" | "sort" | "onSortChange" | "selection" | "onSelectionChange" | "rows" | "rowId" | "widthsKey"
> & {
  readonly rowNoun: RowNoun;
  readonly hasActions: boolean;
};

export function DataTableHeader<Row>(props: HeaderProps<Row>) {
  const { columns, sort = [], onSortChange, selection, widthsKey, hasActions } = props;
  const widths = useColumnWidths(widthsKey);
  const widthsCss = columnWidthsCss(columns, widths.chosen, [
    ...(selection ? [CHECK_WIDTH] : []),
    ...(hasActions ? [ACTIONS_WIDTH] : []),
  ]);
  return (
    <thead role="rowgroup" className={classes.head}>
      <tr role="row" aria-rowindex={1}>
        {selection && <SelectAll {...props} selection={selection} />}
        {columns.map((column, index) => (
          <HeaderCell
            key={column.id}
            column={column}
            sort={sort}
            onSortChange={onSortChange}
            width={widthsCss[index]}
            widths={widthsKey === undefined ? null : widths}
          />
        ))}
        {hasActions && (
          <th role="columnheader" className={classes.actions}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface HeaderCellProps {
  readonly column: Column<never>;
  readonly sort: readonly SortStep[];
  readonly onSortChange: ((sort: readonly SortStep[]) => void) | undefined;
  readonly width: string | undefined;
  /** Null for a table without resizable columns. */
  readonly widths: ColumnWidths | null;
}

function HeaderCell({ column, sort, onSortChange, width, widths }: HeaderCellProps) {
  const sortIndex = sort.findIndex((each) => each.columnId === column.id);
  const sortStep = sort[sortIndex];
  const canSort = column.sortable === true && onSortChange !== undefined;
  const handleClick = ({ shiftKey }: MouseEvent) => onSortChange?.(getNextSort(sort, column.id, shiftKey));
  return (
    <th
      role="columnheader"
      scope="col"
      className={classes.headCell}
      style={{ width }}
      data-column={column.id}
      data-align={column.align}
      data-wide-only={column.wideOnly}
      data-sortable={canSort || undefined}
      // Without the label, screen readers would also read the resize handle for every cell.
      aria-label={column.header}
      aria-sort={canSort ? (sortStep?.direction ?? "none") : undefined}
    >
      {canSort ? (
        <button
          type="button"
          className={classes.sort}
          title={formatSortHint(sortIndex, sort.length)}
          onClick={handleClick}
        >
          <span className={classes.sortName}>{column.header}</span>
          <span className={classes.sortIcon} data-active={sortStep !== undefined || undefined}>
            {sortStep?.direction === "descending" ? <ArrowDownIcon size={12} /> : <ArrowUpIcon size={12} />}
          </span>
          {sortStep && sort.length > 1 && (
            <span aria-hidden="true" className={classes.sortPosition}>
              {sortIndex + 1}
            </span>
          )}
        </button>
      ) : (
        column.header
      )}
      {widths && <WidthHandle widths={widths} columnId={column.id} header={column.header} />}
    </th>
  );
}

/**
 * Returns the next sort after a click on a column. The first click sorts in ascending order, the second
 * in descending order, and the third removes the sort. With `isAdditionalKey`, the other columns
 * stay in the sort.
 */
export function getNextSort(
  sort: readonly SortStep[],
  columnId: string,
  isAdditionalKey: boolean,
): readonly SortStep[] {
  const step = sort.find((each) => each.columnId === columnId);
  const others = isAdditionalKey ? sort : step && sort.length === 1 ? sort : [];
  if (!step || others.length === 0) return [...others, { columnId, direction: "ascending" }];
  if (step.direction === "descending") return others.filter((each) => each !== step);
  return others.map((each) => (each === step ? { columnId, direction: "descending" } : each));
}

function formatSortHint(sortIndex: number, count: number): string {
  const hint = "Shift-click to sort by multiple columns";
  return sortIndex >= 0 && count > 1
    ? `Sort key ${formatCount(sortIndex + 1)} of ${formatCount(count)}. ${hint}`
    : hint;
}

/** Shows the checkbox that selects all rows. Ignores selected rows that the filter hides. */
function SelectAll<Row>(props: HeaderProps<Row> & { readonly selection: ReadonlySet<RowId> }) {
  const { rows, rowId, selection, rowNoun } = props;
  const selectedCount = useMemo(
    () =>
      selection.size === 0
        ? 0
        : rows.reduce((count, row) => (selection.has(rowId(row)) ? count + 1 : count), 0),
    [rows, rowId, selection],
  );
  const isAllSelected = selectedCount > 0 && selectedCount === rows.length;
  return (
    <th role="columnheader" className={classes.check}>
      <input
        type="checkbox"
        aria-label={
          rows.length === 1
            ? `Select the ${rowNoun.singular}`
            : `Select all ${formatCount(rows.length)} ${rowNoun.plural}`
        }
        checked={isAllSelected}
        disabled={rows.length === 0}
        // HTML has no attribute for the indeterminate state.
        ref={(input) => {
          if (input) input.indeterminate = selectedCount > 0 && !isAllSelected;
        }}
        onChange={() =>
          props.onSelectionChange?.((isAllSelected ? deselectAll : selectAll)(props, selection))
        }
      />
    </th>
  );
}
