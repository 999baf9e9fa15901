import { utcWeekdayOf } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { parseScheduleRule, type ScheduleRule } from "./schedule-rule";

const DAY_MS = 86_400_000;
const EVERY_DAY = 7;

/**
 * Returns a key that is equal for schedules with the same rhythm, phase, and time of day. Ignores
 * when the schedule starts and ends. Returns null for a schedule that is invalid or never matches.
 */
export function scheduleKey(schedule: Schedule): string | null {
  const rule = parseScheduleRule(schedule);
  if (rule === null) return null;
  const time = Math.floor((((rule.start.getTime() % DAY_MS) + DAY_MS) % DAY_MS) / 1000);
  const frequencyKey = rule.weekdays ? weekdaysKey(rule, rule.weekdays) : startKey(rule);
  return frequencyKey === null ? null : `${frequencyKey} ${time}`;
}

/** Returns the number of the start date's period, counted from a fixed date. Weeks start on Monday. */
function countUnits({ start, frequency }: ScheduleRule): number {
  const day = Math.floor(start.getTime() / DAY_MS);
  switch (frequency) {
    case "daily":
      return day;
    case "weekly":
      // 1970-01-01 was a Thursday.
      return Math.floor((day + 3) / 7);
    case "monthly":
      return start.getUTCFullYear() * 12 + start.getUTCMonth();
    case "yearly":
      return start.getUTCFullYear();
  }
}

/** Encodes the interval and offset of an "every nth period" rule. */
function phase(units: number, interval: number): string {
  return `${interval}+${((units % interval) + interval) % interval}`;
}

/** Returns the key of a rule whose start date determines the day. */
function startKey(rule: ScheduleRule): string {
  const { frequency, interval, start } = rule;
  const weekday = utcWeekdayOf(start.getTime());
  switch (frequency) {
    case "daily":
      // "Every 14 days" equals "every 2 weeks on this weekday".
      return interval % 7 === 0
        ? weekRhythm(phase(countUnits({ ...rule, frequency: "weekly" }), interval / 7), [weekday])
        : `d ${phase(countUnits(rule), interval)}`;
    case "weekly":
      return weekRhythm(phase(countUnits(rule), interval), [weekday]);
    case "monthly":
      return `m ${phase(countUnits(rule), interval)} ${start.getUTCDate()}`;
    case "yearly":
      return `m ${phase(countUnits({ ...rule, frequency: "monthly" }), interval * 12)} ${start.getUTCDate()}`;
  }
}

function weekRhythm(weeks: string, days: readonly number[]): string {
  return days.length === EVERY_DAY && weeks === "1+0" ? "d 1+0" : `w ${weeks} ${days.join("")}`;
}

/** Returns null when the rule never matches. */
function weekdaysKey(rule: ScheduleRule, weekdays: readonly number[]): string | null {
  const { frequency, interval, position } = rule;
  const days = weekdays.toSorted((a, b) => a - b);
  const units = phase(countUnits(rule), interval);
  switch (frequency) {
    case "daily":
      if (position !== null && Math.abs(position) !== 1) return null;
      if (interval === 1) return weekRhythm("1+0", days);
      if (days.length === EVERY_DAY) return startKey(rule);
      if (interval % 7 !== 0) return `d ${units} ${days.join("")}`;
      return days.includes(utcWeekdayOf(rule.start.getTime())) ? startKey(rule) : null;
    case "weekly": {
      if (position === null) return weekRhythm(units, days);
      const day = days.at(position > 0 ? position - 1 : position);
      return day === undefined ? null : weekRhythm(units, [day]);
    }
    case "monthly":
    case "yearly": {
      if (position === null && interval === 1) return weekRhythm("1+0", days);
      const unit = frequency === "monthly" ? "m" : "y";
      const isDayOfMonth = unit === "m" && days.length === EVERY_DAY && (position ?? -1) > 0;
      // When all weekdays match, the 15th match is the 15th of the month.
      return isDayOfMonth
        ? `m ${units} ${position}`
        : `${unit} ${units} ${days.join("")}@${position ?? "all"}`;
    }
  }
}
