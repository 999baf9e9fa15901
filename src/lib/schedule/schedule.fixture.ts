import type { Schedule } from "./format-schedule";

/** Builds a weekly schedule that starts on a Monday. */
export function buildSchedule(changes: Partial<Schedule> = {}): Schedule {
  return {
    frequency: "weekly",
    interval: 1,
    byweekday: null,
    bysetpos: null,
    count: null,
    start_date: "2026-11-23T09:00:00Z",
    until_date: null,
    ...changes,
  };
}
