import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import {
  distributeWidths,
  MIN_WIDTH,
  readStoredWidths,
  storeWidths,
  subscribeResizeRequests,
  type WidthColumn,
} from "./column-widths";
import classes from "./data-table.module.css";

const KEYBOARD_STEP_PX = 16;
export interface ColumnWidths {
  /** Returns the rendered width in px. */
  readonly get: (columnId: string) => number;
  /** Sets a width in px, or resets it for null. Only final widths are stored. */
  readonly set: (columnId: string, width: number | null, isFinal: boolean) => void;
}

export function getColumnWidthStyle({ id, width }: WidthColumn): string {
  return `var(--column-${id}, ${width ?? "auto"})`;
}

/**
 * Manages user-defined column widths. Writes them to the DOM outside React, so that dragging
 * doesn't render rows. A wider column takes space from columns that weren't resized. The table
 * doesn't get wider, because the sticky header doesn't work in a container that scrolls
 * horizontally.
 */
export function useColumnWidths(
  widthsKey: string | undefined,
  table: RefObject<HTMLTableElement | null>,
): ColumnWidths | null {
  const widths = useMemo(() => {
    if (widthsKey === undefined) return null;
    let customWidths = readStoredWidths(widthsKey);
    const apply = () => {
      if (table.current) applyWidths(table.current, customWidths);
    };
    let appliedColumns: string | null = null;
    // Reading the layout forces a reflow, so widths are applied only after columns have changed.
    const settle = () => {
      const currentColumns = describeColumns(table.current);
      if (currentColumns === appliedColumns) return;
      appliedColumns = currentColumns;
      apply();
    };
    const reload = () => {
      customWidths = readStoredWidths(widthsKey);
      apply();
    };
    const get = (columnId: string) => findHeader(table.current, columnId)?.offsetWidth ?? 0;
    const set: ColumnWidths["set"] = (columnId, width, isFinal) => {
      const next = new Map(customWidths);
      if (width === null) next.delete(columnId);
      else
        next.set(columnId, Math.round(Math.min(width, getMaxWidth(table.current, customWidths, columnId))));
      customWidths = next;
      apply();
      if (isFinal) storeWidths(widthsKey, customWidths);
    };
    return { get, set, apply, settle, reload };
  }, [widthsKey, table]);

  useLayoutEffect(() => widths?.settle());

  useEffect(() => {
    if (!widths || widthsKey === undefined) return;
    const unsubscribe = subscribeResizeRequests(widthsKey, (request) => {
      if (request === undefined) return widths.reload();
      const width = widths.get(request.columnId);
      // Hidden columns have no width.
      if (width > 0) widths.set(request.columnId, width + request.deltaPx, true);
    });
    // Observes the body, because a new scrollbar also changes the available width.
    const observer = new ResizeObserver(widths.apply);
    observer.observe(document.body);
    return () => {
      unsubscribe();
      observer.disconnect();
    };
  }, [widths, widthsKey]);

  return widths;
}

function describeColumns(table: HTMLElement | null): string {
  const headers = [...(table?.querySelectorAll<HTMLElement>("th") ?? [])];
  return headers.map(({ dataset }) => `${dataset["column"]} ${dataset["width"]}`).join();
}

function findHeader(table: HTMLElement | null, columnId: string): HTMLElement | undefined {
  return [...(table?.querySelectorAll<HTMLElement>("th[data-column]") ?? [])].find(
    (header) => header.dataset["column"] === columnId,
  );
}

interface TableLayout {
  readonly headers: readonly HTMLElement[];
  readonly columns: readonly WidthColumn[];
  /** In px. */
  readonly availableWidth: number;
}

function readLayout(table: HTMLTableElement): TableLayout {
  const allHeaders = [...table.querySelectorAll<HTMLElement>("th")];
  const headers = allHeaders.filter(({ dataset }) => dataset["column"] !== undefined);
  const usedWidth = allHeaders.reduce(
    (sum, header) => (headers.includes(header) ? sum : sum + header.offsetWidth),
    0,
  );
  return {
    headers,
    // Columns that are hidden on narrow screens have no width.
    columns: headers
      .filter((header) => header.offsetWidth > 0)
      .map(({ dataset }) => ({ id: dataset["column"] ?? "", width: dataset["width"] })),
    availableWidth: (table.parentElement?.clientWidth ?? 0) - usedWidth,
  };
}

/** Returns a column's maximum width, given the widths of other resized columns. */
function getMaxWidth(
  table: HTMLTableElement | null,
  customWidths: ReadonlyMap<string, number>,
  columnId: string,
): number {
  if (!table) return MIN_WIDTH;
  const { columns, availableWidth } = readLayout(table);
  const others = columns.filter(({ id }) => id !== columnId);
  const usedWidth = others.reduce((sum, { id }) => sum + (customWidths.get(id) ?? MIN_WIDTH), 0);
  return Math.max(MIN_WIDTH, availableWidth - usedWidth);
}

function applyWidths(table: HTMLTableElement, customWidths: ReadonlyMap<string, number>): void {
  const { headers, columns, availableWidth } = readLayout(table);
  const isDefault = !columns.some(({ id }) => customWidths.has(id));
  const widths = isDefault
    ? new Map<string, number>()
    : distributeWidths(columns, customWidths, availableWidth);
  for (const { dataset } of headers) {
    const name = `--column-${dataset["column"]}`;
    const width = widths.get(dataset["column"] ?? "");
    if (width === undefined) table.style.removeProperty(name);
    else table.style.setProperty(name, `${width}px`);
  }
  for (const header of headers)
    header.querySelector("[role=separator]")?.setAttribute("aria-valuenow", `${header.offsetWidth}`);
}

interface WidthHandleProps {
  readonly widths: ColumnWidths;
  readonly columnId: string;
  readonly header: string;
}

/** Shows a resize handle. Supports dragging, arrow keys, and a double click to reset the width. */
export function WidthHandle({ widths, columnId, header }: WidthHandleProps) {
  const dragStart = useRef<{ readonly x: number; readonly width: number }>(null);

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -KEYBOARD_STEP_PX, ArrowRight: KEYBOARD_STEP_PX }[event.key];
    const isReset = event.key === "Enter" || event.key === "Delete";
    if (step !== undefined) widths.set(columnId, widths.get(columnId) + step, true);
    else if (isReset) widths.set(columnId, null, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, width: widths.get(columnId) };
  }

  function handlePointerMove({ clientX }: PointerEvent) {
    const origin = dragStart.current;
    if (origin && clientX !== origin.x) widths.set(columnId, origin.width + clientX - origin.x, false);
  }

  function handlePointerEnd({ clientX }: PointerEvent) {
    const origin = dragStart.current;
    dragStart.current = null;
    // A press without movement, as in a double click, doesn't resize the column.
    if (origin && clientX !== origin.x) widths.set(columnId, origin.width + clientX - origin.x, true);
  }

  return (
    <span
      role="separator"
      tabIndex={0}
      className={classes.handle}
      aria-label={`Width of ${header}`}
      aria-orientation="vertical"
      aria-valuemin={MIN_WIDTH}
      // Initial value. `applyWidths` updates the attribute.
      aria-valuenow={MIN_WIDTH}
      title="Drag or use arrow keys. Double-click to reset."
      onKeyDown={handleKeyDown}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
      onDoubleClick={() => widths.set(columnId, null, true)}
    />
  );
}
