import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import { nextZoneChange } from "@/lib/clock-changes";
import { offsetMinutes, parseInstant, toIso, wallClock } from "@/lib/dates";
import { occurrencesBetween } from "@/lib/occurrence-range";
import type { SlicedWork } from "@/lib/slices";
import { WEEKDAYS } from "@/lib/weekdays";
import { isPlanned } from "./health-rules";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days from one delivery to the next at most, per step of the interval: a month may lack the 31st. */
const STEP_DAYS = new Map([
  ["daily", 8],
  ["weekly", 14],
  ["monthly", 62],
  ["yearly", 4 * 366],
]);

/** How a change of the clocks moves the local hour of a delivery. */
export interface ClockMove {
  /** The last delivery before the change and the first one after it. */
  readonly before: Date;
  readonly after: Date;
  /** Minutes by which the local hour moves; negative is earlier. */
  readonly shiftMinutes: number;
  /** Days by which the local day moves with it: 23:30 becomes 00:30 of the next one. */
  readonly dayShift: -1 | 0 | 1;
}

/** How a change at an instant moves the local hour of a record; null where it does not, or nothing goes out on one side. */
export function clockMove(record: Subscription, change: Date, zone: string): ClockMove | null {
  if (!isPlanned(record)) return null;
  const at = change.getTime();
  const gap = (STEP_DAYS.get(record.frequency) ?? 0) * record.interval * DAY_MS;
  const first = occurrencesBetween(record, { from: at, to: at + gap, limit: 1 })?.[0];
  if (first === undefined) return null;
  const last = occurrencesBetween(record, { from: at - gap, to: at })?.at(-1);
  if (last === undefined) return null;
  const [before, after] = [new Date(last), new Date(first)];
  const shiftMinutes = offsetMinutes(after, zone) - offsetMinutes(before, zone);
  if (shiftMinutes === 0) return null;
  return { before, after, shiftMinutes, dayShift: dayShiftOf(after, shiftMinutes, zone) };
}

/** Whether the hour it had before lies on another day of the zone. */
function dayShiftOf(after: Date, shiftMinutes: number, zone: string): -1 | 0 | 1 {
  const { hour, minute } = wallClock(after, zone);
  const usual = hour * 60 + minute - shiftMinutes;
  if (usual < 0) return 1;
  return usual >= 24 * 60 ? -1 : 0;
}

let lastAsked: { readonly key: string; readonly at: Date | null } | null = null;

/** Whether the next change of the clocks in the zone moves the local hour of a record. `now` in ms since 1970. */
export function isShifting(record: Subscription, now: number, zone: string): boolean {
  // Asked for each of a hundred thousand records, at the same moment.
  const key = `${now} ${zone}`;
  if (lastAsked?.key !== key) lastAsked = { key, at: nextZoneChange(new Date(now), zone)?.at ?? null };
  return lastAsked.at !== null && clockMove(record, lastAsked.at, zone) !== null;
}

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

/** A delivery with how its local hour moves. */
export interface MovedDelivery {
  readonly record: Subscription;
  readonly move: ClockMove;
}

const ROWS_BETWEEN_RESTS = 64;

/** All deliveries whose local hour a change of the clocks moves. */
export function* findMoves(
  records: readonly Subscription[],
  change: Date,
  zone: string,
): SlicedWork<readonly MovedDelivery[]> {
  const moves: MovedDelivery[] = [];
  for (const [place, record] of records.entries()) {
    if (place % ROWS_BETWEEN_RESTS === 0) yield;
    const move = clockMove(record, change, zone);
    if (move !== null) moves.push({ record, move });
  }
  return moves;
}
