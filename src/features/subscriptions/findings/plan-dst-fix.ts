import type { Subscription, SubscriptionChange } from "@/api/subscriptions";
import { occurrencesBetween } from "@/lib/schedule/recurrence";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import { parseInstant, toIso } from "@/lib/time/dates";
import type { DstShift } from "./dst-shifts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The change that restores the local time, or why none is possible. */
export type DstFix =
  | { readonly kind: "change"; readonly body: SubscriptionChange }
  | { readonly kind: "impossible"; readonly reason: string };

/** Minimum number of deliveries and minimum period over which the original and the shifted schedule are compared. */
const COMPARED_OCCURRENCES = 24;
const COMPARED_MS = 5 * 366 * DAY_MS;

/**
 * Shifts the schedule to cancel out the time change. If the start crosses midnight in UTC, the
 * weekdays also shift, so the result is verified date by date.
 */
export function planDstFix(record: Subscription, shift: DstShift): DstFix {
  const start = parseInstant(record.start_date);
  if (start === null) return { kind: "impossible", reason: "The start date is invalid." };
  const offsetMs = -shift.shiftMinutes * MINUTE_MS;
  const shiftedStart = new Date(start.getTime() + offsetMs);
  const days = Math.floor(shiftedStart.getTime() / DAY_MS) - Math.floor(start.getTime() / DAY_MS);
  const until = record.until_date === null ? null : parseInstant(record.until_date);
  const body: SubscriptionChange = {
    start_date: toIso(shiftedStart),
    ...(days !== 0 &&
      record.byweekday !== null &&
      record.byweekday.length > 0 && { byweekday: shiftWeekdays(record.byweekday, days) }),
  };
  const candidates = [
    body,
    ...(until === null ? [] : [{ ...body, until_date: toIso(new Date(until.getTime() + offsetMs)) }]),
  ];
  const workingFix = candidates.find((candidate) =>
    firesShifted(record, candidate, shift.after.getTime(), offsetMs),
  );
  if (workingFix !== undefined) return { kind: "change", body: workingFix };
  const shiftedDay = days < 0 ? "previous" : "next";
  return {
    kind: "impossible",
    reason: `In UTC, the delivery would move to the ${shiftedDay} day, which isn't possible with this schedule. Edit the days manually.`,
  };
}

function shiftWeekdays(names: readonly string[], days: number): string[] {
  const weekdays: readonly string[] = WEEKDAYS;
  return names
    .map((name) => weekdays[(weekdays.indexOf(name) + days + weekdays.length) % weekdays.length] ?? name)
    .toSorted((a, b) => weekdays.indexOf(a) - weekdays.indexOf(b));
}

/**
 * Whether the deliveries of the changed schedule are the original ones, shifted by the offset. Compares the first
 * deliveries after `from`. Also compares the last ones if the schedule has an end date.
 * @param from ms since 1970
 */
function firesShifted(
  record: Subscription,
  body: SubscriptionChange,
  from: number,
  offsetMs: number,
): boolean {
  const { start_date = record.start_date, byweekday = record.byweekday } = body;
  const until_date = body.until_date === undefined ? record.until_date : body.until_date;
  const changed = { ...record, start_date, byweekday, until_date };
  const isSameFrom = (start: number) => {
    const isSameIn = (window: { readonly ms: number; readonly limit?: number }) => {
      const datesOf = (schedule: Subscription, first: number) =>
        occurrencesBetween(schedule, { ...window, from: first, to: first + window.ms });
      const originalDates = datesOf(record, start);
      const shiftedDates = datesOf(changed, start + offsetMs);
      return (
        originalDates !== null &&
        shiftedDates !== null &&
        originalDates.map((date) => date + offsetMs).join() === shiftedDates.join()
      );
    };
    return (
      isSameIn({ ms: Number.POSITIVE_INFINITY, limit: COMPARED_OCCURRENCES }) && isSameIn({ ms: COMPARED_MS })
    );
  };
  const until = record.until_date === null ? null : parseInstant(record.until_date);
  return isSameFrom(from) && (until === null || isSameFrom(Math.max(from, until.getTime() - DAY_MS)));
}
