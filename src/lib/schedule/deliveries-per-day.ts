import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { type CivilDay, startOfDay } from "@/lib/time/calendar-days";
import { offsetMinutes, parseInstant } from "@/lib/time/dates";
import { findTimeChangeInstant } from "@/lib/time/time-changes";
import type { Schedule } from "./format-schedule";
import { DELIVERY_LEAD_MS, isEveryDay, occurrencesBetween } from "./recurrence";

/** Subscription fields that the calendar needs, with their API names. */
export interface ScheduledSubscription extends Schedule {
  readonly deleted?: boolean | undefined;
  readonly created_at: string | null;
}

/**
 * A `computed` delivery follows from the schedule. A `daily` delivery is a computed one of a schedule that runs every
 * day. A `skipped` delivery also follows from the schedule, but the server's next delivery is later. A `served`
 * delivery is the server's next delivery, but doesn't follow from the schedule.
 */
const MARKS = ["computed", "daily", "skipped", "served"] as const;
export type DeliveryMark = (typeof MARKS)[number];

export interface DayDelivery<Row> {
  readonly row: Row;
  /** In ms since 1970. */
  readonly at: number;
  readonly mark: DeliveryMark;
}

export interface DayDeliveries<Row> {
  readonly day: CivilDay;
  readonly count: number;
  readonly dailyCount: number;
  /** Number of deliveries by local hour, 0 to 23. */
  readonly hours: readonly number[];
  readonly timeChange: DayTimeChange | null;
  /** Whether deliveries may be missing, because the forecast ends before the day does. */
  readonly isUnknown: boolean;
  /**
   * Returns up to `limit` deliveries in chronological order. `hour` limits them to a local hour. `isDaily` selects
   * the daily ones if true, or all others if false.
   */
  readonly entries: (limit: number, hour?: number, isDaily?: boolean) => readonly DayDelivery<Row>[];
}

export interface DayTimeChange {
  /** In minutes. Negative when clocks move back. */
  readonly minutes: number;
  /**
   * Local hour at the moment of the change, before clocks move. For example, 2 when 02:00 becomes
   * 03:00 in spring, or 3 when 03:00 becomes 02:00 in fall.
   */
  readonly hour: number;
}

export interface DeliveriesPerDay<Row> {
  readonly days: readonly DayDeliveries<Row>[];
  readonly subscriptions: number;
  /** Number of rows in the counted range whose next delivery differs from the schedule. */
  readonly differingSubscriptions: number;
}

export interface DaySpan {
  readonly first: CivilDay;
  readonly length: number;
}

export interface DeliveryRange extends DaySpan {
  /** Days to count. Excludes the days of adjacent months that a month view also shows. */
  readonly counted: DaySpan;
  /** IANA time zone. */
  readonly zone: string;
  /** In ms since 1970. */
  readonly now: number;
  /** In ms since 1970. Later computed deliveries are unknown and not counted. Null if the forecast has no end. */
  readonly forecastEnd: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ROWS_PER_YIELD = 50;
/**
 * A month of 100,000 daily schedules has four million deliveries, so each is a number that sorts by time: second of
 * the day, then row, then mark.
 */
const ROW_STEP = MARKS.length;
const SECOND_STEP = 2 ** 31;

/** The deliveries of one day while they are counted. */
interface Bucket {
  readonly day: CivilDay;
  readonly from: number;
  readonly to: number;
  readonly timeChange: DayTimeChange | null;
  /** Returns the local hour of an instant of the day. */
  readonly toHour: (time: number) => number;
  readonly hours: number[];
  readonly keys: number[];
  dailyCount: number;
}

function isPlanned({ deleted, enabled, next_delivery_date }: ScheduledSubscription): boolean {
  return !deleted && enabled !== false && next_delivery_date !== null;
}

/**
 * Counts deliveries per day. Excludes days before a subscription was created. Yields between rows.
 * @param hasDeliveries by default, excludes deleted, paused, and ended subscriptions
 */
export function* countDeliveries<Row extends ScheduledSubscription>(
  rows: readonly Row[],
  range: DeliveryRange,
  hasDeliveries: (row: Row) => boolean = isPlanned,
): CooperativeTask<DeliveriesPerDay<Row>> {
  const buckets = Array.from({ length: range.length }, (_, index) =>
    createBucket(range.first + index, range.zone),
  );
  let subscriptions = 0;
  let differingSubscriptions = 0;
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_YIELD === 0) yield;
    if (!hasDeliveries(row)) continue;
    const { isCounted, isDiffering } = addRow(buckets, index, row, range);
    if (isCounted) subscriptions += 1;
    if (isDiffering) differingSubscriptions += 1;
  }
  const days: DayDeliveries<Row>[] = [];
  for (const bucket of buckets) {
    const isUnknown = range.forecastEnd !== null && bucket.to > range.forecastEnd;
    days.push({ ...createDayDeliveries(bucket, rows), isUnknown });
    yield;
  }
  return { days, subscriptions, differingSubscriptions };
}

function createBucket(day: CivilDay, zone: string): Bucket {
  const from = startOfDay(day, zone);
  const to = startOfDay(day + 1, zone);
  // Starts before midnight, so that a time change that skips midnight belongs to the new day.
  const [before, last] = [new Date(from - 1), new Date(to - 1)];
  const offset = offsetMinutes(before, zone);
  const minutes = offsetMinutes(last, zone) - offset;
  const changeAt = minutes === 0 ? to : findTimeChangeInstant(before, last, zone).getTime();
  const midnight = day * DAY_MS - offset * MINUTE_MS;
  const toHour = (time: number) =>
    Math.floor((time - midnight + (time < changeAt ? 0 : minutes * MINUTE_MS)) / HOUR_MS);
  const timeChange = minutes === 0 ? null : { minutes, hour: Math.floor((changeAt - midnight) / HOUR_MS) };
  return { day, from, to, timeChange, toHour, hours: Array<number>(24).fill(0), keys: [], dailyCount: 0 };
}

/** Adds the deliveries of a row to their days. */
function addRow(
  buckets: readonly Bucket[],
  rowIndex: number,
  row: ScheduledSubscription,
  range: DeliveryRange,
): { readonly isCounted: boolean; readonly isDiffering: boolean } {
  const { first, length } = range.counted;
  let isCounted = false;
  let isDiffering = false;
  let index = 0;
  for (const { at, mark } of findDeliveries(buckets, row, range)) {
    while (at >= (buckets[index]?.to ?? Number.POSITIVE_INFINITY)) index += 1;
    const bucket = buckets[index];
    if (bucket === undefined) break;
    const hour = bucket.toHour(at);
    bucket.hours[hour] = (bucket.hours[hour] ?? 0) + 1;
    bucket.keys.push(((at - bucket.from) / 1000) * SECOND_STEP + rowIndex * ROW_STEP + MARKS.indexOf(mark));
    if (mark === "daily") bucket.dailyCount += 1;
    if (bucket.day < first || bucket.day >= first + length) continue;
    isCounted = true;
    isDiffering ||= mark === "skipped" || mark === "served";
  }
  return { isCounted, isDiffering };
}

type MarkedTime = Omit<DayDelivery<unknown>, "row">;

/** Returns the deliveries of a row in chronological order. */
function findDeliveries(
  buckets: readonly Bucket[],
  row: ScheduledSubscription,
  { now, forecastEnd }: DeliveryRange,
): readonly MarkedTime[] {
  const from = buckets[0]?.from ?? 0;
  const to = buckets.at(-1)?.to ?? 0;
  const created = parseInstant(row.created_at ?? "")?.getTime() ?? from;
  const times =
    occurrencesBetween(row, { from: Math.max(from, created), to: Math.min(to, forecastEnd ?? to) }) ?? [];
  const nextAt = parseInstant(row.next_delivery_date ?? "")?.getTime() ?? Number.NaN;
  const served = Math.floor(nextAt / 1000) * 1000;
  const usualMark = isEveryDay(row) ? "daily" : "computed";
  // Occurrences within the server's lead time don't count as skipped.
  const found = times.map((at): MarkedTime => {
    return { at, mark: at > now + DELIVERY_LEAD_MS && at < served ? "skipped" : usualMark };
  });
  if (!(served >= from && served < to) || times.includes(served)) return found;
  return [...found, { at: served, mark: "served" } as const].toSorted((one, other) => one.at - other.at);
}

function createDayDeliveries<Row>(
  { day, from, timeChange, toHour, hours, keys, dailyCount }: Bucket,
  rows: readonly Row[],
): Omit<DayDeliveries<Row>, "isUnknown"> {
  // Typed arrays sort without callbacks, so 100,000 numbers take a few milliseconds.
  const sorted = new Float64Array(keys).sort();
  return {
    day,
    count: keys.length,
    dailyCount,
    hours,
    timeChange,
    entries(limit, hour, isDaily) {
      const found: DayDelivery<Row>[] = [];
      const max = Math.min(limit, hour === undefined ? keys.length : (hours[hour] ?? 0));
      for (const key of sorted) {
        if (found.length >= max) break;
        const at = from + Math.floor(key / SECOND_STEP) * 1000;
        const row = rows[Math.floor((key % SECOND_STEP) / ROW_STEP)];
        const mark = MARKS[key % ROW_STEP];
        if (row === undefined || mark === undefined) continue;
        if (isDaily !== undefined && isDaily !== (mark === "daily")) continue;
        if (hour === undefined || toHour(at) === hour) found.push({ row, at, mark });
      }
      return found;
    },
  };
}
