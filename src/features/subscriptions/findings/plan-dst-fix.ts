import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { occurrencesBetween } from "@/lib/schedule/occurrence-range";
import { parseInstant, toIso } from "@/lib/time/dates";
import { WEEKDAYS } from "@/lib/time/weekdays";
import type { ClockMove } from "./dst-shifts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The edit that gives a delivery its local hour back, or why no schedule of this kind does. */
export type Mending =
  | { readonly kind: "change"; readonly body: SubscriptionChange }
  | { readonly kind: "impossible"; readonly why: string };

/** Deliveries over which a mended schedule is compared with the old one: of a monthly one two years. */
const COMPARED = 24;

/** Moves the schedule against the clocks. Where it crosses midnight in UTC its weekdays move too, and it is checked date by date. */
export function mendMove(record: Subscription, move: ClockMove): Mending {
  const start = parseInstant(record.start_date);
  if (start === null) return { kind: "impossible", why: "Its start is not a date." };
  const by = -move.shiftMinutes * MINUTE_MS;
  const moved = new Date(start.getTime() + by);
  const days = Math.floor(moved.getTime() / DAY_MS) - Math.floor(start.getTime() / DAY_MS);
  const until = record.until_date === null ? null : parseInstant(record.until_date);
  const body: SubscriptionChange = {
    start_date: toIso(moved),
    ...(days !== 0 &&
      record.byweekday !== null &&
      record.byweekday.length > 0 && { byweekday: moveWeekdays(record.byweekday, days) }),
  };
  const ways = [
    body,
    ...(until === null ? [] : [{ ...body, until_date: toIso(new Date(until.getTime() + by)) }]),
  ];
  const found = ways.find((way) => firesMoved(record, way, move.after.getTime(), by));
  if (found !== undefined) return { kind: "change", body: found };
  const where = days < 0 ? "the day before" : "the next day";
  return {
    kind: "impossible",
    why: `In UTC it would go out on ${where}, and its days cannot be written so. Choose new days by hand.`,
  };
}

function moveWeekdays(names: readonly string[], days: number): string[] {
  const known: readonly string[] = WEEKDAYS;
  return names
    .map((name) => known[(known.indexOf(name) + days + known.length) % known.length] ?? name)
    .toSorted((a, b) => known.indexOf(a) - known.indexOf(b));
}

/** Whether the deliveries from an instant on, and the last ones, are the old ones, earlier or later by so much. */
function firesMoved(record: Subscription, body: SubscriptionChange, from: number, by: number): boolean {
  const { start_date = record.start_date, byweekday = record.byweekday } = body;
  const until_date = body.until_date === undefined ? record.until_date : body.until_date;
  const changed = { ...record, start_date, byweekday, until_date };
  const isSameFrom = (start: number) => {
    const window = (first: number) => ({ from: first, to: Number.POSITIVE_INFINITY, limit: COMPARED });
    const old = occurrencesBetween(record, window(start));
    const fresh = occurrencesBetween(changed, window(start + by));
    return old !== null && fresh !== null && old.map((date) => date + by).join() === fresh.join();
  };
  const until = record.until_date === null ? null : parseInstant(record.until_date);
  return isSameFrom(from) && (until === null || isSameFrom(Math.max(from, until.getTime() - DAY_MS)));
}
