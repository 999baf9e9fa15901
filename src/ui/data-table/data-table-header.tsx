import { VisuallyHidden } from "@mantine/core";
import {
  type MouseEvent,
  memo,
  startTransition,
  useCallback,
  useLayoutEffect,
  useOptimistic,
  useRef,
} from "react";
import type { SortStep } from "@/lib/search/record-order";
import { formatCount } from "@/lib/text/numbers";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/theme/icons";
import classes from "./data-table.module.css";
import { deselectAll, formatSelectAllLabel, selectAll, useSelectionState } from "./data-table-selection";
import { getNextSort } from "./data-table-sort";
import type { Column, DataTableProps, RowNoun } from "./data-table-types";
import { type ColumnWidths, useColumnWidths, WidthHandle } from "./data-table-widths";

type HeaderProps<Row> = Pick<
  DataTableProps<Row>,
  "columns" | "sort" | "onSortChange" | "selection" | "onSelectionChange" | "rows" | "rowId" | "widthsKey"
> & {
  readonly rowNoun: RowNoun;
  readonly hasActions: boolean;
};

const NO_SORT: readonly SortStep[] = [];

export function DataTableHeader<Row>(props: HeaderProps<Row>) {
  const { onSortChange } = props;
  const head = useRef<HTMLTableSectionElement>(null);
  const widths = useColumnWidths(props.widthsKey, props.columns, head);
  const latestOnSortChange = useRef(onSortChange);
  useLayoutEffect(() => {
    latestOnSortChange.current = onSortChange;
  });
  // The same function in all renders, so that the cells aren't rendered with each search.
  const handleSortChange = useCallback((sort: readonly SortStep[]) => latestOnSortChange.current?.(sort), []);
  return (
    <thead ref={head} role="rowgroup" className={classes.head}>
      <tr role="row" aria-rowindex={1}>
        {props.selection && <SelectAll {...props} selection={props.selection} />}
        {props.columns.map((column) => (
          <HeaderCell
            key={column.id}
            column={column}
            sort={props.sort ?? NO_SORT}
            onSortChange={onSortChange && handleSortChange}
            widths={widths}
          />
        ))}
        {props.hasActions && (
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
  readonly widths: ColumnWidths | null;
}

const HeaderCell = memo(function PlainHeaderCell(props: HeaderCellProps) {
  const { column, sort, onSortChange, widths } = props;
  const sortIndex = sort.findIndex((each) => each.columnId === column.id);
  const sortStep = sort[sortIndex];
  const canSort = column.sortable === true && onSortChange !== undefined;
  const handleClick = ({ shiftKey }: MouseEvent) => onSortChange?.(getNextSort(sort, column.id, shiftKey));
  return (
    <th
      role="columnheader"
      scope="col"
      className={classes.headCell}
      style={{ width: widths?.widths.get(column.id) ?? column.width }}
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
});

function formatSortHint(sortIndex: number, count: number): string {
  const hint = "Shift-click to sort by multiple columns";
  return sortIndex >= 0 && count > 1
    ? `Sort key ${formatCount(sortIndex + 1)} of ${formatCount(count)}. ${hint}`
    : hint;
}

/**
 * Shows the checkbox that selects all rows. The checkbox updates immediately. Everything else that
 * depends on the selection updates in a transition.
 */
function SelectAll<Row>(
  props: HeaderProps<Row> & { readonly selection: NonNullable<HeaderProps<Row>["selection"]> },
) {
  const { rows, rowId, selection } = props;
  const [selectionState, setOptimisticState] = useOptimistic(useSelectionState(rows, rowId, selection));
  const isAllSelected = selectionState === "all";

  const handleChange = () =>
    startTransition(() => {
      setOptimisticState(isAllSelected ? "none" : "all");
      props.onSelectionChange?.(
        isAllSelected ? deselectAll(rows, rowId, selection) : selectAll(rows, rowId, selection),
      );
    });

  return (
    <th role="columnheader" className={classes.check}>
      <input
        type="checkbox"
        aria-label={formatSelectAllLabel(rows.length, props.rowNoun)}
        checked={isAllSelected}
        disabled={rows.length === 0}
        // HTML has no attribute for the indeterminate state.
        ref={(input) => {
          if (input) input.indeterminate = selectionState === "some";
        }}
        onChange={handleChange}
      />
    </th>
  );
}
