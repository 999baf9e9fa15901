import { offsetMinutes } from "./dates";

/** Finds the instant of a time change by binary search. Time changes occur at full seconds. */
export function findTimeChangeInstant(earlier: Date, later: Date, zone: string): Date {
  const offset = offsetMinutes(later, zone);
  let low = Math.floor(earlier.getTime() / 1000);
  let high = Math.floor(later.getTime() / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMinutes(new Date(middle * 1000), zone) === offset) high = middle;
    else low = middle;
  }
  return new Date(high * 1000);
}

export interface TimeChange {
  readonly at: Date;
  /** In minutes. Negative when clocks move back. */
  readonly shiftMinutes: number;
}

const DAY_MS = 86_400_000;
// In zones with daylight saving time, clocks change every year.
const LOOKAHEAD_DAYS = 400;

/** Returns the next time change in the zone, or null if the next 400 days contain none. */
export function findNextTimeChange(after: Date, zone: string): TimeChange | null {
  return findTimeChange(after, zone, (step) => step);
}

/** Returns the last time change in the zone up to an instant, or null if the previous 400 days contain none. */
export function findLastTimeChange(until: Date, zone: string): TimeChange | null {
  return findTimeChange(until, zone, (step) => -1 - step);
}

/** @param daysAt days from `origin` to the start of the searched day, by step */
function findTimeChange(origin: Date, zone: string, daysAt: (step: number) => number): TimeChange | null {
  for (let step = 0; step < LOOKAHEAD_DAYS; step += 1) {
    const earlier = new Date(origin.getTime() + daysAt(step) * DAY_MS);
    const later = new Date(earlier.getTime() + DAY_MS);
    const shiftMinutes = offsetMinutes(later, zone) - offsetMinutes(earlier, zone);
    if (shiftMinutes !== 0) return { at: findTimeChangeInstant(earlier, later, zone), shiftMinutes };
  }
  return null;
}
