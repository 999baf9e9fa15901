import { VisuallyHidden } from "@mantine/core";
import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { SortStep } from "@/lib/url/url-state";
import { announce } from "@/ui/feedback/toasts";
import { findRowIndex } from "@/ui/hooks/use-edit-search-params";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/theme/icons";
import classes from "./data-table.module.css";
import type { Column, DataTableProps, RowId, RowNoun } from "./data-table-types";

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

function HeaderCell(props: {
  readonly column: Column<never>;
  readonly sort: readonly SortStep[];
  readonly onSortChange: ((sort: readonly SortStep[]) => void) | undefined;
  readonly width: string | undefined;
  /** Null for a table without resizable columns. */
  readonly widths: ColumnWidths | null;
}) {
  const { column, sort, onSortChange, width, widths } = props;
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

/** Clicks sort in ascending order, then in descending order, and then remove the sort. */
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

const EMPTY_SELECTION: ReadonlySet<RowId> = new Set();

/** Drops rows that don't exist anymore. `getRowId` must be stable. */
export function useSelection<Row>(rows: readonly Row[], getRowId: (row: Row) => RowId) {
  const [selectedIds, setSelection] = useState(EMPTY_SELECTION);
  const selected = useMemo(
    () => (selectedIds.size === 0 ? [] : rows.filter((row) => selectedIds.has(getRowId(row)))),
    [selectedIds, rows, getRowId],
  );
  const selection = useMemo(
    () => (selected.length === selectedIds.size ? selectedIds : new Set(selected.map(getRowId))),
    [selectedIds, selected, getRowId],
  );
  return { selection, selected, setSelection };
}

type Rows<Row> = Pick<DataTableProps<Row>, "rows" | "rowId">;

export function selectAll<Row>({ rows, rowId }: Rows<Row>, selection: ReadonlySet<RowId>) {
  return new Set([...selection, ...rows.map(rowId)]);
}

function deselectAll<Row>({ rows, rowId }: Rows<Row>, selection: ReadonlySet<RowId>) {
  const deselected = new Set(rows.map(rowId));
  return new Set([...selection].filter((id) => !deselected.has(id)));
}

/** Toggles the row `id`. With `rangeStartId`, all rows of the range get the row's new state. */
export function toggleSelection<Row>(
  { rows, rowId }: Rows<Row>,
  selection: ReadonlySet<RowId>,
  { id, rangeStartId }: { readonly id: RowId; readonly rangeStartId: RowId | undefined },
): ReadonlySet<RowId> {
  const start = rangeStartId === undefined ? -1 : findRowIndex(rows, rowId, rangeStartId);
  const end = start < 0 ? -1 : findRowIndex(rows, rowId, id);
  const toggled = end < 0 ? [id] : rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(rowId);
  const next = new Set([...selection, ...toggled]);
  if (selection.has(id)) for (const each of toggled) next.delete(each);
  return next;
}

export function useAnnounceSelection(selection: ReadonlySet<RowId> | undefined, rowNoun: RowNoun): void {
  const count = selection?.size;
  const lastAnnounced = useRef(count);
  useEffect(() => {
    if (lastAnnounced.current === count) return;
    lastAnnounced.current = count;
    if (count === undefined) return;
    announce(
      count === 0 ? "Nothing selected" : `${pluralize(count, rowNoun.singular, rowNoun.plural)} selected`,
    );
  }, [count, rowNoun]);
}

const MIN_WIDTH = 64;
const KEYBOARD_STEP_PX = 16;
/** Share of a column that has neither a default width nor a chosen one, in px. */
const FLEXIBLE_WIDTH = 240;
/** What optional columns leave to the first column. */
const MIN_FIRST_WIDTH = "180px";

type ChosenWidths = Readonly<Record<string, number>>;

type ColumnWidths = ReturnType<typeof useColumnWidths>;

/** The widths of all tables since the page was opened, by storage key. */
const widthsByKey = new Map<string, ChosenWidths>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readWidths(key: string): ChosenWidths {
  const widths = widthsByKey.get(key) ?? readStoredWidths(key);
  widthsByKey.set(key, widths);
  return widths;
}

function readStoredWidths(key: string): ChosenWidths {
  try {
    const stored = Object.entries<unknown>(Object(JSON.parse(localStorage.getItem(key) ?? "{}")));
    return Object.fromEntries(
      stored.flatMap(([id, width]) => (Number(width) > 0 ? [[id, Number(width)]] : [])),
    );
  } catch {
    return {};
  }
}

/** Returns the stored widths of a table's columns. Shared by the table and the menu of columns. */
export function useColumnWidths(widthsKey = "") {
  const key = `environs-widths:${widthsKey}`;
  const chosen = useSyncExternalStore(subscribe, () => readWidths(key));

  function store(widths: ChosenWidths) {
    widthsByKey.set(key, widths);
    for (const notify of listeners) notify();
    try {
      localStorage.setItem(key, JSON.stringify(widths));
    } catch {
      // Without storage, the widths last until the page is closed.
    }
  }

  return {
    chosen,
    /** Sets a width in px. The other columns share the rest. */
    resize(columnId: string, width: number) {
      const rendered = readRenderedWidths();
      const current = rendered.get(columnId);
      if (current === undefined) return;
      const total = [...rendered.values()].reduce((sum, each) => sum + each, 0);
      const maxWidth = total - MIN_WIDTH * (rendered.size - 1);
      const next = Math.round(Math.max(MIN_WIDTH, Math.min(width, maxWidth)));
      const factor = (total - next) / (total - current);
      const others = [...rendered].map(([id, each]) => [id, Math.max(MIN_WIDTH, Math.round(each * factor))]);
      store({ ...chosen, ...Object.fromEntries(others), [columnId]: next });
    },
    reset(columnId?: string) {
      store(columnId === undefined ? {} : (({ [columnId]: _, ...others }) => others)(chosen));
    },
  };
}

export function readRenderedWidths(): ReadonlyMap<string, number> {
  const cells = [...document.querySelectorAll<HTMLElement>("th[data-column]")];
  return new Map(
    cells.flatMap(({ offsetWidth, dataset }) =>
      offsetWidth > 0 ? [[dataset["column"] ?? "", offsetWidth]] : [],
    ),
  );
}

/** Resized columns share the space that the others leave, so that a table is never wider than its container. */
export function columnWidthsCss(
  columns: readonly Pick<Column<never>, "id" | "width" | "isOptional">[],
  chosen: ChosenWidths,
  controlWidths: readonly string[],
): readonly (string | undefined)[] {
  if (columns.every(({ id }) => chosen[id] === undefined)) {
    const shared = ["100cqw", ...controlWidths, MIN_FIRST_WIDTH].join(" - ");
    const most = columns.some(({ isOptional }) => isOptional) && `(${shared}) / ${columns.length - 1}`;
    return columns.map(({ width }) => (width !== undefined && most ? `min(${width}, ${most})` : width));
  }
  const share = ({ id, width }: (typeof columns)[number]) =>
    chosen[id] ?? (width === undefined ? FLEXIBLE_WIDTH : 0);
  const fixed = columns.flatMap((column) => (share(column) === 0 ? (column.width ?? []) : []));
  const available = ["100cqw", ...controlWidths, ...fixed].join(" - ");
  const total = columns.reduce((sum, column) => sum + share(column), 0);
  return columns.map((column) =>
    share(column) === 0 ? column.width : `calc((${available}) * ${share(column) / total})`,
  );
}

/** Shows a resize handle. Supports dragging, arrow keys, and a double click to reset the width. */
function WidthHandle(props: {
  readonly widths: ColumnWidths;
  readonly columnId: string;
  readonly header: string;
}) {
  const { widths, columnId, header } = props;
  const dragStart = useRef<{ readonly x: number; readonly width: number }>(null);
  const readWidth = () => readRenderedWidths().get(columnId) ?? MIN_WIDTH;

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -KEYBOARD_STEP_PX, ArrowRight: KEYBOARD_STEP_PX }[event.key];
    if (step !== undefined) widths.resize(columnId, readWidth() + step);
    else if (event.key === "Enter" || event.key === "Delete") widths.reset(columnId);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, width: readWidth() };
  }

  function handlePointerMove({ clientX }: PointerEvent) {
    const origin = dragStart.current;
    // A press without movement, as in a double click, doesn't resize the column.
    if (origin && clientX !== origin.x) widths.resize(columnId, origin.width + clientX - origin.x);
  }

  function handlePointerEnd() {
    dragStart.current = null;
  }

  return (
    <span
      role="separator"
      tabIndex={0}
      className={classes.handle}
      aria-label={`Width of ${header}`}
      aria-orientation="vertical"
      aria-valuemin={MIN_WIDTH}
      aria-valuenow={widths.chosen[columnId] ?? MIN_WIDTH}
      title="Drag or use arrow keys. Double-click to reset."
      // A width that wasn't chosen is known only once it is rendered.
      onFocus={({ currentTarget }) => currentTarget.setAttribute("aria-valuenow", String(readWidth()))}
      onKeyDown={handleKeyDown}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
      onDoubleClick={() => widths.reset(columnId)}
    />
  );
}
