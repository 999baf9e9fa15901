import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { DaySpan } from "@/lib/schedule/deliveries-per-day";
import { addMonths, type CivilDay, startOfWeek } from "@/lib/time/calendar-days";

/** A cell of a grid. `hour` is null for a whole day. */
export interface CalendarCell {
  readonly day: CivilDay;
  readonly hour: number | null;
}

/** Returns the `data-cell` attribute of a cell. */
export const cellKey = ({ day, hour }: CalendarCell) => `${day}/${hour ?? "day"}`;

interface RovingCellOptions {
  /** Day of the tab stop. A new value moves the tab stop. */
  readonly active: CivilDay;
  /** Hour of the first tab stop. */
  readonly firstHour: number | null;
  readonly period: DaySpan;
  readonly weekStart: number;
  readonly getNextCell: (key: string, cell: CalendarCell, weekStart: number) => CalendarCell | null;
  /** Called when the user moves to another period. */
  readonly onActiveChange: (day: CivilDay) => void;
  readonly onOpen: (day: CivilDay, hour: number | null) => void;
}

/** Moves focus between the cells of a grid in which only one cell is a tab stop. */
export function useRovingCell(options: RovingCellOptions) {
  const { active, firstHour, period, weekStart, getNextCell, onActiveChange, onOpen } = options;
  const grid = useRef<HTMLTableElement>(null);
  /** The cell to focus when it has rendered. */
  const pendingCell = useRef<CalendarCell>(null);
  const [cell, setCell] = useState({ active, day: active, hour: firstHour });
  if (cell.active !== active) setCell({ ...cell, active, day: active });

  useLayoutEffect(() => {
    if (pendingCell.current === null || cellKey(pendingCell.current) !== cellKey(cell)) return;
    const element = grid.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(cell)}"]`);
    if (!element) return;
    pendingCell.current = null;
    element.focus();
  });

  function handleKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = getNextCell(event.key, pendingCell.current ?? cell, weekStart);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    const isInPeriod = next.day >= period.first && next.day < period.first + period.length;
    // Updates the URL only when the period changes, because browsers limit history changes (100 in 30 s).
    const isLocal = isInPeriod && pendingCell.current === null;
    pendingCell.current = next;
    setCell((before) => ({ ...before, hour: next.hour, day: isLocal ? next.day : before.day }));
    if (!isLocal) onActiveChange(next.day);
  }

  return {
    grid,
    handleKeyDown,
    getButtonProps: (each: CalendarCell) => ({
      tabIndex: cellKey(each) === cellKey(cell) ? 0 : -1,
      "data-cell": cellKey(each),
      onClick: () => {
        pendingCell.current = null;
        setCell({ active, ...each });
        onOpen(each.day, each.hour);
      },
    }),
  };
}

export type CellButtonProps = ReturnType<ReturnType<typeof useRovingCell>["getButtonProps"]>;

/** Returns the cell to focus. Null for keys that the month grid doesn't handle. */
export function nextMonthCell(
  key: string,
  { day, hour }: CalendarCell,
  weekStart: number,
): CalendarCell | null {
  switch (key) {
    case "ArrowLeft":
      return { day: day - 1, hour };
    case "ArrowRight":
      return { day: day + 1, hour };
    case "ArrowUp":
      return { day: day - 7, hour };
    case "ArrowDown":
      return { day: day + 7, hour };
    case "Home":
      return { day: startOfWeek(day, weekStart), hour };
    case "End":
      return { day: startOfWeek(day, weekStart) + 6, hour };
    case "PageUp":
      return { day: addMonths(day, -1), hour };
    case "PageDown":
      return { day: addMonths(day, 1), hour };
    default:
      return null;
  }
}

const LAST_HOUR = 23;

/** Returns the cell to focus. Null for keys that the week grid doesn't handle. */
export function nextWeekCell(key: string, cell: CalendarCell, weekStart: number): CalendarCell | null {
  const { day, hour } = cell;
  switch (key) {
    case "ArrowUp":
      return { day, hour: hour === null || hour === 0 ? null : hour - 1 };
    case "ArrowDown":
      return { day, hour: hour === null ? 0 : Math.min(LAST_HOUR, hour + 1) };
    case "PageUp":
      return { day: day - 7, hour };
    case "PageDown":
      return { day: day + 7, hour };
    default:
      return nextMonthCell(key, cell, weekStart);
  }
}
