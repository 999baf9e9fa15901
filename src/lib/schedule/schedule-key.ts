import { weekdayOf } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { itemAtPosition, parseScheduleRule, type ScheduleRule } from "./schedule-rule";

const DAY_MS = 86_400_000;

/**
 * Returns a key that is equal for schedules with the same rhythm, phase, and time of day. Ignores
 * when the schedule starts and ends. Returns null for a schedule that is invalid or never matches.
 */
export function scheduleKey(schedule: Schedule): string | null {
  const rule = parseScheduleRule(schedule);
  const rhythm = rule && rhythmKey(rule);
  if (rule === null || rhythm === null) return null;
  return `${rhythm} ${rule.start.toISOString().slice(11, 19)}`;
}

/** Encodes the interval and offset of an "every nth period" rule. `index` counts periods from a fixed date. */
function phaseKey(index: number, interval: number): string {
  return `${interval}+${((index % interval) + interval) % interval}`;
}

/** @param day any day of the first week, in days since 1970 */
function weeklyKey(day: number, interval: number, weekdays: readonly number[]): string {
  if (interval === 1 && weekdays.length === 7) return `d ${phaseKey(day, 1)}`;
  return `w ${phaseKey((day - weekdayOf(day)) / 7, interval)} ${weekdays.join("")}`;
}

/** Returns equal keys for different rules with the same days, and null for a rule that never matches. */
function rhythmKey({ frequency, interval, start, weekdays, position }: ScheduleRule): string | null {
  const day = Math.floor(start.getTime() / DAY_MS);
  const month = start.getUTCFullYear() * 12 + start.getUTCMonth();
  const startWeekday = weekdayOf(day);
  switch (frequency) {
    case "daily":
      if (Math.abs(position ?? 1) !== 1) return null;
      if (weekdays && interval === 1) return weeklyKey(day, 1, weekdays);
      if (weekdays?.includes(startWeekday) === false && interval % 7 === 0) return null;
      // "Every 14 days" equals "every 2 weeks on this weekday".
      if (interval % 7 === 0) return weeklyKey(day, interval / 7, [startWeekday]);
      return `d ${phaseKey(day, interval)}${weekdays && weekdays.length < 7 ? ` ${weekdays.join("")}` : ""}`;
    case "weekly": {
      if (!weekdays || position === null) return weeklyKey(day, interval, weekdays ?? [startWeekday]);
      const weekday = itemAtPosition(weekdays, position);
      return weekday === undefined ? null : weeklyKey(day, interval, [weekday]);
    }
    case "monthly":
      if (!weekdays) return `m ${phaseKey(month, interval)} ${start.getUTCDate()}`;
      if (position === null && interval === 1) return weeklyKey(day, 1, weekdays);
      // When all weekdays match, the 15th match is the 15th of the month.
      return weekdays.length === 7 && position !== null && position > 0
        ? `m ${phaseKey(month, interval)} ${position}`
        : `m ${phaseKey(month, interval)} ${weekdays.join("")}@${position}`;
    case "yearly":
      if (!weekdays) return `m ${phaseKey(month, interval * 12)} ${start.getUTCDate()}`;
      if (position === null && interval === 1) return weeklyKey(day, 1, weekdays);
      return `y ${phaseKey(start.getUTCFullYear(), interval)} ${weekdays.join("")}@${position}`;
  }
}
