import { type ReactNode, type RefObject, useImperativeHandle, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { placeOf } from "@/ui/hooks/scroll-anchor";
import { focusRow, placeOfTarget, useFocusKeeper } from "./data-table-focus";
import { DataTableRow } from "./data-table-row";
import { useShownSelection } from "./data-table-selection";
import { SpacerRow } from "./data-table-skeleton";
import type { DataTableProps, RowHandlers } from "./data-table-types";
import { useRowWindow } from "./data-table-window";
import { useRowMemory } from "./row-height-cache";

/** What the table's keys need of its rows. */
export interface RowsHandle {
  /** The place of the row around a target, -1 for none. */
  readonly placeOf: (target: EventTarget) => number;
  /** Rows that fit the window. */
  readonly pageRows: () => number;
  /** Something in a row has got the focus. */
  readonly onFocus: (target: EventTarget) => void;
  /** Gives a row the focus, and draws it first where it must be. */
  readonly focus: (place: number) => void;
}

interface BodyProps<Row> extends DataTableProps<Row> {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly handle: RefObject<RowsHandle | null>;
  readonly handlers: RowHandlers<Row>;
}

/** The rows of a table: those near the window, the one that has or had the focus, and spacers for all others. */
export function DataTableBody<Row>(props: BodyProps<Row>) {
  const { rows, rowId, columns, handle, body, firstIndex = 0, density = "comfortable" } = props;
  const memory = useRowMemory(props.label);
  const selection = useShownSelection(props.selection);
  const [active, setActive] = useState(memory.read().active);
  const activePlace = useMemo(
    () => (active === null ? -1 : placeOf(rows, rowId, active.id, active.place)),
    [rows, rowId, active],
  );
  const { runs, end, pageRows } = useRowWindow({
    rows,
    rowId,
    body,
    pinned: activePlace,
    look: `${density} ${columns.map(({ id }) => id).join()}`,
    density,
    orderKey: props.orderKey ?? JSON.stringify(props.sort ?? []),
    firstIndex,
    memory,
  });
  // Before any row had the focus, Tab leads to the first one that is drawn.
  const stop = activePlace >= 0 ? activePlace : (runs[0]?.from ?? -1);

  function activate(place: number): void {
    const row = rows[place];
    if (row === undefined) return;
    const next = { id: rowId(row), place };
    memory.keep({ active: next });
    setActive(next);
  }

  useFocusKeeper({
    body,
    activePlace,
    lastPlace: active?.place ?? -1,
    firstIndex,
    rows,
    activate,
  });

  useImperativeHandle(handle, () => ({
    placeOf: (target) => placeOfTarget(target, firstIndex),
    pageRows,
    onFocus(target) {
      const place = placeOfTarget(target, firstIndex);
      if (place >= 0 && place !== activePlace) activate(place);
    },
    focus(place) {
      flushSync(() => activate(place));
      focusRow(body.current, firstIndex + place);
    },
  }));

  function draw(place: number): ReactNode {
    const row = rows[place];
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
        rowIndex={firstIndex + place + 2}
        isStop={place === stop}
        hasActions={props.rowActions !== undefined}
        isSelected={selection?.has(id)}
        handlers={props.handlers}
      />
    );
  }

  // One flat list: a row that has the focus must not be moved or made anew when what is around it changes.
  const drawn = runs.flatMap(({ space, from, to }) => [
    space > 0 ? <SpacerRow key={`space ${from}`} height={space} /> : null,
    ...Array.from({ length: to - from }, (_, step) => draw(from + step)),
  ]);

  return (
    <>
      {drawn}
      {end > 0 && <SpacerRow height={end} />}
    </>
  );
}
