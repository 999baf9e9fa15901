export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

const DAY_MS = 86_400_000;

/** Returns the weekday, where Monday is 0. `day` counts days since 1970-01-01, a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Returns the UTC weekday of an instant, in ms since 1970. Monday is 0. */
export function utcWeekdayOf(time: number): number {
  return weekdayOf(Math.floor(time / DAY_MS));
}
