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
  keepWidths,
  NARROWEST,
  onWidthsWish,
  readWidths,
  shareWidths,
  type WidthColumn,
} from "./column-widths";
import classes from "./data-table.module.css";

const STEP = 16;
/** Moves the edges of a table's columns. */
export interface ColumnWidths {
  /** The width of a column as it is drawn, in px. */
  readonly get: (columnId: string) => number;
  /** Null gives it its usual width again. It is kept only once it is final. */
  readonly set: (columnId: string, width: number | null, isFinal: boolean) => void;
}

/** The CSS width of a column's head: what somebody has chosen, or the usual one. */
export function widthOf({ id, width }: WidthColumn): string {
  return `var(--column-${id}, ${width ?? "auto"})`;
}

/**
 * Widths that somebody has given to columns. They are written past React, so that no row is drawn again while an edge
 * is dragged. What one column gains the columns lose that were not resized, down to 64 px each: the table never gets
 * wider than its place, because a box that scrolls sideways would take the sticky head along.
 */
export function useColumnWidths(
  widthsKey: string | undefined,
  table: RefObject<HTMLTableElement | null>,
): ColumnWidths | null {
  const widths = useMemo(() => {
    if (widthsKey === undefined) return null;
    let chosen = readWidths(widthsKey);
    const apply = () => {
      if (table.current) applyWidths(table.current, chosen);
    };
    let drawn: string | null = null;
    // Looking at the layout makes the browser do it at once: only where columns have changed.
    const settle = () => {
      const now = columnsOf(table.current);
      if (now === drawn) return;
      drawn = now;
      apply();
    };
    const reload = () => {
      chosen = readWidths(widthsKey);
      apply();
    };
    const get = (columnId: string) => headOf(table.current, columnId)?.offsetWidth ?? 0;
    const set: ColumnWidths["set"] = (columnId, width, isFinal) => {
      const next = new Map(chosen);
      if (width === null) next.delete(columnId);
      else next.set(columnId, Math.round(Math.min(width, widestOf(table.current, chosen, columnId))));
      chosen = next;
      apply();
      if (isFinal) keepWidths(widthsKey, chosen);
    };
    return { get, set, apply, settle, reload };
  }, [widthsKey, table]);

  // Other columns may be shown now.
  useLayoutEffect(() => widths?.settle());

  useEffect(() => {
    if (!widths || widthsKey === undefined) return;
    const stop = onWidthsWish(widthsKey, (nudge) => {
      if (nudge === undefined) return widths.reload();
      const width = widths.get(nudge.columnId);
      // A narrow place may hide it.
      if (width > 0) widths.set(nudge.columnId, width + nudge.by, true);
    });
    // A scroll bar that comes or goes takes from the width as well.
    const observer = new ResizeObserver(widths.apply);
    observer.observe(document.body);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [widths, widthsKey]);

  return widths;
}

/** Names the columns of a table. */
function columnsOf(table: HTMLElement | null): string {
  const heads = [...(table?.querySelectorAll<HTMLElement>("th") ?? [])];
  return heads.map(({ dataset }) => `${dataset["column"]} ${dataset["width"]}`).join();
}

function headOf(table: HTMLElement | null, columnId: string): HTMLElement | undefined {
  return [...(table?.querySelectorAll<HTMLElement>("th[data-column]") ?? [])].find(
    (head) => head.dataset["column"] === columnId,
  );
}

interface LaidOut {
  readonly heads: readonly HTMLElement[];
  readonly columns: readonly WidthColumn[];
  /** What all columns share, in px. */
  readonly room: number;
}

function readLayout(table: HTMLTableElement): LaidOut {
  const all = [...table.querySelectorAll<HTMLElement>("th")];
  const heads = all.filter(({ dataset }) => dataset["column"] !== undefined);
  const taken = all.reduce((sum, head) => (heads.includes(head) ? sum : sum + head.offsetWidth), 0);
  return {
    heads,
    // Those that a narrow place hides have no width, and neither has anything without layout.
    columns: heads
      .filter((head) => head.offsetWidth > 0)
      .map(({ dataset }) => ({ id: dataset["column"] ?? "", width: dataset["width"] })),
    room: (table.parentElement?.clientWidth ?? 0) - taken,
  };
}

/** How wide a column can get: others that were resized keep their widths. */
function widestOf(
  table: HTMLTableElement | null,
  chosen: ReadonlyMap<string, number>,
  columnId: string,
): number {
  if (!table) return NARROWEST;
  const { columns, room } = readLayout(table);
  const others = columns.filter(({ id }) => id !== columnId);
  const taken = others.reduce((sum, { id }) => sum + (chosen.get(id) ?? NARROWEST), 0);
  return Math.max(NARROWEST, room - taken);
}

function applyWidths(table: HTMLTableElement, chosen: ReadonlyMap<string, number>): void {
  const { heads, columns, room } = readLayout(table);
  const isUsual = !columns.some(({ id }) => chosen.has(id));
  const widths = isUsual ? new Map<string, number>() : shareWidths(columns, chosen, room);
  for (const { dataset } of heads) {
    const name = `--column-${dataset["column"]}`;
    const width = widths.get(dataset["column"] ?? "");
    if (width === undefined) table.style.removeProperty(name);
    else table.style.setProperty(name, `${width}px`);
  }
  for (const head of heads)
    head.querySelector("[role=separator]")?.setAttribute("aria-valuenow", `${head.offsetWidth}`);
}

interface WidthHandleProps {
  readonly widths: ColumnWidths;
  readonly columnId: string;
  readonly header: string;
}

/** The right edge of a column's head: drag it, move it by the arrow keys, double-click it for the usual width. */
export function WidthHandle({ widths, columnId, header }: WidthHandleProps) {
  const start = useRef<{ readonly x: number; readonly width: number }>(null);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    const isReset = event.key === "Enter" || event.key === "Delete";
    if (step !== undefined) widths.set(columnId, widths.get(columnId) + step, true);
    else if (isReset) widths.set(columnId, null, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: widths.get(columnId) };
  }

  function onPointerMove({ clientX }: PointerEvent) {
    const from = start.current;
    if (from && clientX !== from.x) widths.set(columnId, from.width + clientX - from.x, false);
  }

  function onPointerEnd({ clientX }: PointerEvent) {
    const from = start.current;
    start.current = null;
    // A press alone, as of a double click, is no wish for a width.
    if (from && clientX !== from.x) widths.set(columnId, from.width + clientX - from.x, true);
  }

  return (
    <span
      role="separator"
      tabIndex={0}
      className={classes.handle}
      aria-label={`Width of ${header}`}
      aria-orientation="vertical"
      aria-valuemin={NARROWEST}
      // Brought up to date with the layout.
      aria-valuenow={NARROWEST}
      title="Drag, or arrow keys; double-click for the usual width"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={() => widths.set(columnId, null, true)}
    />
  );
}
