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
import { useTabStops } from "./use-tab-stops";

export interface RowsHandle {
  readonly rowIndexOf: (target: EventTarget) => number;
  /** Returns the number of rows that fit into the window. */
  readonly getRowsPerPage: () => number;
  readonly handleFocus: (target: EventTarget) => void;
  /** Focuses a row, and renders it first if necessary. */
  readonly focusRowAt: (index: number) => void;
}

interface BodyProps<Row> extends DataTableProps<Row> {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly handle: RefObject<RowsHandle | null>;
  readonly handlers: RowHandlers<Row>;
}

/** Renders the rows near the viewport, the active row, and spacers for all other rows. */
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
  // Until a row gets focus, the first rendered row is the tab stop.
  const tabStopIndex = activeIndex >= 0 ? activeIndex : (ranges[0]?.from ?? -1);

  function activate(index: number): void {
    const row = rows[index];
    if (row === undefined) return;
    const next = { id: rowId(row), index };
    cache.update({ active: next });
    setActive(next);
  }

  useTabStops(body);
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

  // In a flat list with stable keys, React doesn't move or recreate the focused row.
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
