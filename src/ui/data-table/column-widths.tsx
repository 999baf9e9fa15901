import { type KeyboardEvent, type PointerEvent, useRef, useSyncExternalStore } from "react";
import classes from "./data-table.module.css";
import type { Column } from "./data-table-types";

const MIN_WIDTH = 64;
const KEYBOARD_STEP_PX = 16;
/** Share of a column that has neither a default width nor a chosen one, in px. */
const FLEXIBLE_WIDTH = 240;

/** Chosen widths in px by column ID. */
type ChosenWidths = Readonly<Record<string, number>>;

export interface ColumnWidths {
  readonly chosen: ChosenWidths;
  /** Sets a width in px. The other columns share the rest. */
  readonly resize: (columnId: string, width: number) => void;
  /** Resets a column, or all columns. */
  readonly reset: (columnId?: string) => void;
}

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
export function useColumnWidths(widthsKey = ""): ColumnWidths {
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
    resize(columnId, width) {
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
    reset(columnId) {
      store(columnId === undefined ? {} : (({ [columnId]: _, ...others }) => others)(chosen));
    },
  };
}

/** Returns the rendered widths of the visible columns in px. */
export function readRenderedWidths(): ReadonlyMap<string, number> {
  const cells = [...document.querySelectorAll<HTMLElement>("th[data-column]")];
  return new Map(
    cells.flatMap(({ offsetWidth, dataset }) =>
      offsetWidth > 0 ? [[dataset["column"] ?? "", offsetWidth]] : [],
    ),
  );
}

/**
 * Returns the CSS widths of the columns. Resized columns share the space that the others leave, so that a table is
 * never wider than its container.
 * @param controlWidths CSS widths of the columns without data
 */
export function columnWidthsCss(
  columns: readonly Pick<Column<never>, "id" | "width">[],
  chosen: ChosenWidths,
  controlWidths: readonly string[],
): readonly (string | undefined)[] {
  if (columns.every(({ id }) => chosen[id] === undefined)) return columns.map(({ width }) => width);
  const share = ({ id, width }: (typeof columns)[number]) =>
    chosen[id] ?? (width === undefined ? FLEXIBLE_WIDTH : 0);
  const fixed = columns.flatMap((column) => (share(column) === 0 ? (column.width ?? []) : []));
  const available = ["100cqw", ...controlWidths, ...fixed].join(" - ");
  const total = columns.reduce((sum, column) => sum + share(column), 0);
  return columns.map((column) =>
    share(column) === 0 ? column.width : `calc((${available}) * ${share(column) / total})`,
  );
}

interface WidthHandleProps {
  readonly widths: ColumnWidths;
  readonly columnId: string;
  readonly header: string;
}

/** Shows a resize handle. Supports dragging, arrow keys, and a double click to reset the width. */
export function WidthHandle({ widths, columnId, header }: WidthHandleProps) {
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
