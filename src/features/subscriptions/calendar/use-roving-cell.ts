import { useLayoutEffect, useRef } from "react";
import { addMonths, type CivilDay, startOfWeek } from "@/lib/time/calendar-days";

/**
 * Moves focus between the cells of a grid in which only one cell is a tab stop. Returns functions that focus the active
 * cell after it has rendered. Cells are found by `data-cell`.
 */
export function useRovingCell<Cell>(active: Cell, cellKey: (cell: Cell) => string) {
  const grid = useRef<HTMLTableElement>(null);
  const pendingCell = useRef<Cell>(null);
  useLayoutEffect(() => {
    if (pendingCell.current === null || cellKey(pendingCell.current) !== cellKey(active)) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cellKey(active))}"]`);
    if (!cell) return;
    pendingCell.current = null;
    cell.focus();
  });
  return {
    grid,
    /** Returns the cell from which the next key press moves focus. It may not be rendered yet. */
    currentCell: () => pendingCell.current ?? active,
    isPending: () => pendingCell.current !== null,
    focusSoon: (cell: Cell) => {
      pendingCell.current = cell;
    },
    forget: () => {
      pendingCell.current = null;
    },
  };
}

/** A cell in the week grid. `hour` is null for a day's header. */
export interface WeekCell {
  readonly day: CivilDay;
  readonly hour: number | null;
}

/** Returns the day to focus. Null for keys that the month grid doesn't handle. */
export function nextDayForKey(key: string, day: CivilDay, weekStart: number): CivilDay | null {
  switch (key) {
    case "ArrowLeft":
      return day - 1;
    case "ArrowRight":
      return day + 1;
    case "ArrowUp":
      return day - 7;
    case "ArrowDown":
      return day + 7;
    case "Home":
      return startOfWeek(day, weekStart);
    case "End":
      return startOfWeek(day, weekStart) + 6;
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return null;
  }
}

const LAST_HOUR = 23;

/** Returns the cell to focus. Null for keys that the week grid doesn't handle. */
export function nextCellForKey(key: string, { day, hour }: WeekCell, weekStart: number): WeekCell | null {
  switch (key) {
    case "ArrowUp":
      return { day, hour: hour === null || hour === 0 ? null : hour - 1 };
    case "ArrowDown":
      return { day, hour: hour === null ? 0 : Math.min(LAST_HOUR, hour + 1) };
    case "PageUp":
      return { day: day - 7, hour };
    case "PageDown":
      return { day: day + 7, hour };
    default: {
      const next = nextDayForKey(key, day, weekStart);
      return next === null ? null : { day: next, hour };
    }
  }
}
