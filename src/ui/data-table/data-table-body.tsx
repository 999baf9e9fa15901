import { type ReactNode, type RefObject, useImperativeHandle, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { findRowIndex } from "@/ui/hooks/scroll-anchor";
import { findTargetRowIndex, focusRow, useRowFocus } from "./data-table-focus";
import { DataTableRow } from "./data-table-row";
import { useDeferredSelection } from "./data-table-selection";
import { SpacerRow } from "./data-table-skeleton";
import type { DataTableProps, RowHandlers } from "./data-table-types";
import { useRowWindow } from "./data-table-window";
import { useRowCache } from "./row-height-cache";

/** What the table's keys need of its rows. */
export interface RowsHandle {
  /** The place of the row around a target, -1 for none. */
  readonly rowIndexOf: (target: EventTarget) => number;
  /** Rows that fit the window. */
  readonly getRowsPerPage: () => number;
  /** Something in a row has got the focus. */
  readonly handleFocus: (target: EventTarget) => void;
  /** Gives a row the focus, and draws it first where it must be. */
  readonly focusRowAt: (index: number) => void;
}

interface BodyProps<Row> extends DataTableProps<Row> {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly handle: RefObject<RowsHandle | null>;
  readonly handlers: RowHandlers<Row>;
}

/** The rows of a table: those near the window, the one that has or had the focus, and spacers for all others. */
export function DataTableBody<Row>(props: BodyProps<Row>) {
  const { rows, rowId, columns, handle, body, firstIndex = 0, density = "comfortable" } = props;
  const cache = useRowCache(props.label);
  const selection = useDeferredSelection(props.selection);
  const [active, setActive] = useState(cache.read().active);
  const activeIndex = useMemo(
    () => (active === null ? -1 : findRowIndex(rows, rowId, active.id, active.index)),
    [rows, rowId, active],
  );
  const {
    ranges,
    spaceAfter,
    getRowsPerPage: pageRows,
  } = useRowWindow({
    rows,
    rowId,
    body,
    pinned: activeIndex,
    layoutKey: `${density} ${columns.map(({ id }) => id).join()}`,
    density,
    orderKey: props.orderKey ?? JSON.stringify(props.sort ?? []),
    firstIndex,
    cache,
  });
  // Before any row had the focus, Tab leads to the first one that is drawn.
  const tabStopIndex = activeIndex >= 0 ? activeIndex : (ranges[0]?.from ?? -1);

  function activate(index: number): void {
    const row = rows[index];
    if (row === undefined) return;
    const next = { id: rowId(row), index };
    cache.update({ active: next });
    setActive(next);
  }

  useRowFocus({
    body,
    activeIndex,
    lastIndex: active?.index ?? -1,
    firstIndex,
    rows,
    activate,
  });

  useImperativeHandle(handle, () => ({
    rowIndexOf: (target) => findTargetRowIndex(target, firstIndex),
    getRowsPerPage: pageRows,
    handleFocus(target) {
      const index = findTargetRowIndex(target, firstIndex);
      if (index >= 0 && index !== activeIndex) activate(index);
    },
    focusRowAt(index) {
      flushSync(() => activate(index));
      focusRow(body.current, firstIndex + index);
    },
  }));

  function renderRow(index: number): ReactNode {
    const row = rows[index];
    if (row === undefined) return null;
    const id = rowId(row);
    return (
      <DataTableRow
        key={`row ${id}`}
        row={row}
        columns={columns}
        id={id}
        label={props.rowLabel(row)}
        href={props.rowHref?.(row)}
        tone={props.rowTone?.(row)}
        mark={props.rowMark?.(row)}
        rowIndex={firstIndex + index + 2}
        isTabStop={index === tabStopIndex}
        hasActions={props.rowActions !== undefined}
        isSelected={selection?.has(id)}
        handlers={props.handlers}
      />
    );
  }

  // One flat list: a row that has the focus must not be moved or made anew when what is around it changes.
  const renderedRows = ranges.flatMap(({ spaceBefore, from, to }) => [
    spaceBefore > 0 ? <SpacerRow key={`space ${from}`} height={spaceBefore} /> : null,
    ...Array.from({ length: to - from }, (_, offset) => renderRow(from + offset)),
  ]);

  return (
    <>
      {renderedRows}
      {spaceAfter > 0 && <SpacerRow height={spaceAfter} />}
    </>
  );
}
