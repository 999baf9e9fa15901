import { addMonths, type CivilDay, startOfWeek } from "@/lib/time/calendar-days";

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
