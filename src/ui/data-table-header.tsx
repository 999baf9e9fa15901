import type { Column, DataTableProps, SortStep } from "./data-table";
import classes from "./data-table.module.css";
import { HiddenText } from "./hidden-text";
import { ArrowDownIcon, ArrowUpIcon } from "./icons";

type HeaderProps<Row> = Pick<
  DataTableProps<Row>,
  "columns" | "sort" | "onSortChange" | "selection" | "onSelectionChange" | "rows" | "rowId"
> & { readonly hasActions: boolean };

/** The head of a table: names, sort buttons, and the check box for all rows. */
export function DataTableHeader<Row>(props: HeaderProps<Row>) {
  return (
    <thead role="rowgroup" className={classes.head}>
      <tr role="row" aria-rowindex={1}>
        {props.selection && <SelectAll {...props} selection={props.selection} />}
        {props.columns.map((column) => (
          <HeaderCell key={column.id} column={column} sort={props.sort} onSortChange={props.onSortChange} />
        ))}
        {props.hasActions && (
          <th role="columnheader" className={classes.actions}>
            <HiddenText>Actions</HiddenText>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort: readonly SortStep[] | undefined;
  readonly onSortChange: ((sort: readonly SortStep[]) => void) | undefined;
}

function HeaderCell<Row>({ column, sort, onSortChange }: HeaderCellProps<Row>) {
  const step = sort?.find((each) => each.columnId === column.id);
  const canSort = column.sortable === true && onSortChange !== undefined;
  return (
    <th
      role="columnheader"
      scope="col"
      className={classes.headCell}
      style={column.width === undefined ? undefined : { width: column.width }}
      data-align={column.align}
      data-phone={column.phone}
      aria-sort={canSort ? (step?.direction ?? "none") : undefined}
    >
      {canSort ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onSortChange(nextSort(column.id, step))}
        >
          {column.header}
          <span className={classes.sortIcon} data-active={step !== undefined || undefined}>
            {step?.direction === "descending" ? <ArrowDownIcon size={12} /> : <ArrowUpIcon size={12} />}
          </span>
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

/** Up, down, then as the server has it. */
function nextSort(columnId: string, step: SortStep | undefined): readonly SortStep[] {
  if (!step) return [{ columnId, direction: "ascending" }];
  return step.direction === "ascending" ? [{ columnId, direction: "descending" }] : [];
}

function SelectAll<Row>(
  props: HeaderProps<Row> & { readonly selection: NonNullable<HeaderProps<Row>["selection"]> },
) {
  const ids = props.rows.map(props.rowId);
  const selected = ids.filter((id) => props.selection.has(id)).length;
  const isAll = ids.length > 0 && selected === ids.length;
  function onChange() {
    const next = new Set(props.selection);
    for (const id of ids) isAll ? next.delete(id) : next.add(id);
    props.onSelectionChange?.(next);
  }
  return (
    <th role="columnheader" className={classes.check}>
      <label className={classes.checkTarget}>
        <input
          type="checkbox"
          aria-label="Select all rows shown"
          checked={isAll}
          // "Some of them" can be set by script only.
          ref={(box) => {
            if (box) box.indeterminate = selected > 0 && !isAll;
          }}
          onChange={onChange}
        />
      </label>
    </th>
  );
}
