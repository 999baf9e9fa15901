import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { distributeWidths, MIN_WIDTH } from "./column-widths";
import classes from "./data-table.module.css";
import type { Column } from "./data-table-types";

const KEYBOARD_STEP_PX = 16;
/** Narrower tables hide some columns (data-table.module.css). */
const WIDE_TABLE_PX = 980;

/** Widths in px by column ID. Contains only resized columns. */
type CustomWidths = Readonly<Record<string, number>>;
const NO_WIDTHS: CustomWidths = {};

/** Widths that couldn't be stored, by storage key. They last until the page is closed. */
const unstoredWidths = new Map<string, string>();
const CHANGE_EVENT = "environs-widths";

function subscribe(onChange: () => void): () => void {
  const controller = new AbortController();
  for (const type of [CHANGE_EVENT, "storage"])
    window.addEventListener(type, onChange, { signal: controller.signal });
  return () => controller.abort();
}

function readWidths(key: string): string | null {
  try {
    return unstoredWidths.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parseWidths(text: string | null): CustomWidths {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    if (typeof stored !== "object" || stored === null) return NO_WIDTHS;
    return Object.fromEntries(
      Object.entries(stored).filter(([, width]) => typeof width === "number" && width > 0),
    );
  } catch {
    return NO_WIDTHS;
  }
}

/** Returns the stored widths of a table's columns, and their setter. Shared by the table and the menu of columns. */
export function useCustomWidths(widthsKey = "") {
  const key = `environs-widths:${widthsKey}`;
  const text = useSyncExternalStore(subscribe, () => readWidths(key));
  const customWidths = useMemo(() => parseWidths(text), [text]);
  function setCustomWidths(widths: CustomWidths) {
    try {
      localStorage.setItem(key, JSON.stringify(widths));
    } catch {
      unstoredWidths.set(key, JSON.stringify(widths));
    }
    window.dispatchEvent(new Event(CHANGE_EVENT));
  }
  return [customWidths, setCustomWidths] as const;
}

/** Returns the rendered width of a column in px, or 0 if the column is hidden. */
export function readColumnWidth(columnId: string): number {
  return document.querySelector<HTMLElement>(`th[data-column="${columnId}"]`)?.offsetWidth ?? 0;
}

interface TableSize {
  /** In px. */
  readonly tableWidth: number;
  /** Width that the columns share, in px. */
  readonly availableWidth: number;
}

export interface ColumnWidths {
  /** Widths of all visible columns in px. Empty if no column was resized. */
  readonly widths: ReadonlyMap<string, number>;
  /** Sets a width in px, or resets it for null. */
  readonly setWidth: (columnId: string, width: number | null) => void;
}

/**
 * Manages user-defined column widths. A wider column takes space from columns that weren't resized. The table doesn't
 * get wider, because the sticky header doesn't work in a container that scrolls horizontally.
 */
export function useColumnWidths(
  widthsKey: string | undefined,
  columns: readonly Column<never>[],
  head: RefObject<HTMLElement | null>,
): ColumnWidths | null {
  const [customWidths, setCustomWidths] = useCustomWidths(widthsKey);
  const [size, setSize] = useState<TableSize | null>(null);
  useEffect(() => {
    if (widthsKey === undefined) return;
    // Observes the body, because a new scrollbar also changes the available width.
    const observer = new ResizeObserver(() => setSize(readTableSize(head.current)));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [widthsKey, head]);

  if (widthsKey === undefined) return null;
  const visibleColumns = columns.filter(
    ({ wideOnly }) => !wideOnly || (size?.tableWidth ?? 0) > WIDE_TABLE_PX,
  );
  const custom = new Map(
    visibleColumns.flatMap(({ id }) =>
      customWidths[id] === undefined ? [] : [[id, customWidths[id]] as const],
    ),
  );
  return {
    widths:
      size === null || custom.size === 0
        ? new Map()
        : distributeWidths(visibleColumns, custom, size.availableWidth),
    setWidth(columnId, width) {
      const { [columnId]: _, ...otherWidths } = customWidths;
      if (width === null) return setCustomWidths(otherWidths);
      // Other resized columns keep their width, and the rest their minimum.
      const reservedWidth = visibleColumns.reduce(
        (sum, { id }) => sum + (id === columnId ? 0 : (custom.get(id) ?? MIN_WIDTH)),
        0,
      );
      const maxWidth = (size?.availableWidth ?? width) - reservedWidth;
      setCustomWidths({
        ...otherWidths,
        [columnId]: Math.round(Math.max(MIN_WIDTH, Math.min(width, maxWidth))),
      });
    },
  };
}

function readTableSize(head: HTMLElement | null): TableSize | null {
  const container = head?.closest("table")?.parentElement;
  if (!head || !container) return null;
  const tableWidth = container.clientWidth;
  const otherCells = [...head.querySelectorAll<HTMLElement>("th:not([data-column])")];
  return {
    tableWidth,
    availableWidth: otherCells.reduce((width, cell) => width - cell.offsetWidth, tableWidth),
  };
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
    if (step !== undefined) widths.setWidth(columnId, readColumnWidth(columnId) + step);
    else if (isReset) widths.setWidth(columnId, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, width: readColumnWidth(columnId) };
  }

  function handlePointerMove({ clientX }: PointerEvent) {
    const origin = dragStart.current;
    // A press without movement, as in a double click, doesn't resize the column.
    if (origin && clientX !== origin.x) widths.setWidth(columnId, origin.width + clientX - origin.x);
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
      aria-valuenow={Math.round(widths.widths.get(columnId) ?? MIN_WIDTH)}
      title="Drag or use arrow keys. Double-click to reset."
      onKeyDown={handleKeyDown}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
      onDoubleClick={() => widths.setWidth(columnId, null)}
    />
  );
}
