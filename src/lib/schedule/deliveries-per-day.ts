import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { type CivilDay, startOfDay } from "@/lib/time/calendar-days";
import { offsetMinutes, parseInstant } from "@/lib/time/dates";
import type { Schedule } from "./format-schedule";
import { isEveryDay, occurrencesBetween } from "./recurrence";

/** Subscription fields that the calendar needs, with their API names. */
export interface ScheduledSubscription extends Schedule {
  readonly deleted?: boolean | undefined;
  /** Undefined when unknown. */
  readonly next_delivery_date?: string | null | undefined;
  readonly created_at: string | null;
}

/**
 * A `computed` delivery follows from the schedule. A `skipped` delivery also follows from the
 * schedule, but the server's next delivery is later. A `served` delivery is the server's next
 * delivery, but doesn't follow from the schedule.
 */
export type DeliveryMark = "computed" | "skipped" | "served";

export interface DayDelivery<Row> {
  readonly row: Row;
  /** In ms since 1970. */
  readonly at: number;
  readonly mark: DeliveryMark;
}

export interface DayDeliveries<Row> {
  readonly day: CivilDay;
  readonly count: number;
  /** Number of computed deliveries of schedules that run every day. */
  readonly dailyCount: number;
  /** Number of deliveries by local hour, 0 to 23. */
  readonly hours: ArrayLike<number>;
  readonly timeChange: DayTimeChange | null;
  /** Whether deliveries may be missing, because the forecast ends before the day does. */
  readonly isUnknown: boolean;
  /**
   * Returns up to `limit` deliveries in chronological order. `hour` limits them to a local hour. `isDaily` selects
   * those in `dailyCount` if true, or all others if false.
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

function isPlanned({ deleted, enabled, next_delivery_date }: ScheduledSubscription): boolean {
  return !deleted && enabled !== false && next_delivery_date !== null;
}

const HOUR_MS = 3_600_000;
/**
 * Minimum time that the server leaves between a change and the next delivery. Occurrences that are
 * this close to the current time don't count as skipped.
 */
const LEAD_MS = 15 * 60_000;
/** `EVERY_DAY` is the mark of computed deliveries of schedules that run every day. */
const MARKS: readonly DeliveryMark[] = ["computed", "skipped", "served", "computed"];
const EVERY_DAY = 3;
/** Each occurrence is encoded as one sortable number: second of the day, then row, then mark. */
const ROW_STEP = MARKS.length;
const SECOND_STEP = 2 ** 31;
const ROWS_PER_YIELD = 50;

interface Bucket {
  readonly day: CivilDay;
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly offsetAfter: number;
  /** The instant of the time change, or the end of the day. */
  readonly timeChangeAt: number;
  readonly hours: Uint32Array;
  readonly keys: number[];
  dailyCount: number;
}

/** Deliveries of the first `rowCount` rows. */
interface DeliveryCounts {
  readonly buckets: readonly Bucket[];
  rowCount: number;
  subscriptions: number;
  differingSubscriptions: number;
}

/**
 * Creates a function that counts deliveries per day. It counts only the new rows if the rows of the
 * previous call are followed by more rows. Only one call may run at a time, but a call needn't
 * finish. Excludes days before a subscription was created. Yields between rows.
 * @param hasDeliveries by default, excludes deleted, paused, and ended subscriptions
 */
export function createDeliveryCounter<Row extends ScheduledSubscription>(
  range: DeliveryRange,
  hasDeliveries: (row: Row) => boolean = isPlanned,
): (rows: readonly Row[]) => CooperativeTask<DeliveriesPerDay<Row>> {
  let counts = createCounts(range);
  let counted: readonly Row[] = [];

  return function* countRows(rows) {
    const isSameRow = (row: Row, index: number) => index >= counts.rowCount || row === rows[index];
    if (counts.rowCount > rows.length || !counted.every(isSameRow)) counts = createCounts(range);
    counted = rows;
    yield;
    while (counts.rowCount < rows.length) {
      const row = rows[counts.rowCount];
      if (row !== undefined && hasDeliveries(row)) addRow(counts, row, range);
      counts.rowCount += 1;
      if (counts.rowCount % ROWS_PER_YIELD === 0) yield;
    }
    const { subscriptions, differingSubscriptions } = counts;
    const days: DayDeliveries<Row>[] = [];
    for (const bucket of counts.buckets) {
      const isUnknown = range.forecastEnd !== null && bucket.to > range.forecastEnd;
      days.push({ ...createDayDeliveries(bucket, rows), isUnknown });
      yield;
    }
    return { days, subscriptions, differingSubscriptions };
  };
}

function createCounts(range: DeliveryRange): DeliveryCounts {
  return { buckets: createBuckets(range), rowCount: 0, subscriptions: 0, differingSubscriptions: 0 };
}

/** Adds the deliveries of the row at the index `rowCount`. */
function addRow(counts: DeliveryCounts, row: ScheduledSubscription, range: DeliveryRange): void {
  const { first, length } = range.counted;
  let isCounted = false;
  let isDiffering = false;
  const isDaily = isEveryDay(row);
  for (const { time, mark, bucket } of findOccurrences(counts.buckets, row, range)) {
    const isDailyDelivery = isDaily && mark === 0;
    addOccurrence(bucket, time, counts.rowCount * ROW_STEP + (isDailyDelivery ? EVERY_DAY : mark));
    if (isDailyDelivery) bucket.dailyCount += 1;
    if (bucket.day < first || bucket.day >= first + length) continue;
    isCounted = true;
    isDiffering ||= mark > 0;
  }
  if (isCounted) counts.subscriptions += 1;
  if (isDiffering) counts.differingSubscriptions += 1;
}

function createBuckets({ first, length, zone }: DeliveryRange): Bucket[] {
  return Array.from({ length }, (_, index) => {
    const day = first + index;
    const from = startOfDay(day, zone);
    const to = startOfDay(day + 1, zone);
    // The offset before midnight, so that a time change that skips midnight belongs to the new day.
    const offset = offsetMinutes(new Date(from - 1), zone) * 60_000;
    const offsetAfter = offsetMinutes(new Date(to - 1), zone) * 60_000;
    const timeChangeAt = offset === offsetAfter ? to : findDayTimeChange(from, to, zone);
    return {
      day,
      from,
      to,
      offset,
      offsetAfter,
      timeChangeAt,
      hours: new Uint32Array(24),
      keys: [],
      dailyCount: 0,
    };
  });
}

/**
 * Finds the time change of a day by binary search. Returns the first instant with the UTC offset of
 * the day's end.
 */
function findDayTimeChange(from: number, to: number, zone: string): number {
  const offset = offsetMinutes(new Date(to - 1), zone);
  let low = from - 1000;
  let high = to;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetMinutes(new Date(middle), zone) === offset) high = middle;
    else low = middle;
  }
  return high;
}

interface BucketOccurrence {
  readonly time: number;
  readonly mark: number;
  readonly bucket: Bucket;
}

function findOccurrences(
  buckets: readonly Bucket[],
  row: ScheduledSubscription,
  { now, forecastEnd }: DeliveryRange,
): readonly BucketOccurrence[] {
  const [first] = buckets;
  const last = buckets.at(-1);
  if (first === undefined || last === undefined) return [];
  if (row.next_delivery_date === null) return [];
  const created = row.created_at === null ? null : parseInstant(row.created_at);
  const from = created ? Math.max(first.from, created.getTime()) : first.from;
  const to = Math.min(last.to, forecastEnd ?? last.to);
  const times = occurrencesBetween(row, { from, to }) ?? [];
  const served = truncateToSecond(parseInstant(row.next_delivery_date ?? "")?.getTime());
  const found: BucketOccurrence[] = [];
  let bucketIndex = 0;
  for (const time of times) {
    bucketIndex = findBucketIndex(buckets, bucketIndex, time);
    const isSkipped = served !== null && time > now + LEAD_MS && time < served;
    found.push({ time, mark: isSkipped ? 1 : 0, bucket: buckets[bucketIndex] ?? first });
  }
  const isServedHere = served !== null && served >= first.from && served < last.to;
  if (isServedHere && !times.includes(served))
    found.push({ time: served, mark: 2, bucket: buckets[findBucketIndex(buckets, 0, served)] ?? first });
  return found;
}

function truncateToSecond(time: number | undefined): number | null {
  return time === undefined ? null : Math.floor(time / 1000) * 1000;
}

/** Returns the index of the bucket that contains a time. Starts searching at the index `from`. */
function findBucketIndex(buckets: readonly Bucket[], from: number, time: number): number {
  let index = from;
  let bucket = buckets[index];
  while (bucket !== undefined && time >= bucket.to && index < buckets.length - 1) {
    index += 1;
    bucket = buckets[index];
  }
  return index;
}

function addOccurrence(bucket: Bucket, time: number, rowAndMark: number): void {
  const hour = localHour(bucket, time);
  bucket.hours[hour] = (bucket.hours[hour] ?? 0) + 1;
  bucket.keys.push(((time - bucket.from) / 1000) * SECOND_STEP + rowAndMark);
}

function localHour({ offset, offsetAfter, timeChangeAt }: Bucket, time: number): number {
  return hourOfDay(time + (time < timeChangeAt ? offset : offsetAfter));
}

function hourOfDay(wall: number): number {
  return ((Math.floor(wall / HOUR_MS) % 24) + 24) % 24;
}

function getDayTimeChange({ offset, offsetAfter, timeChangeAt }: Bucket): DayTimeChange | null {
  if (offset === offsetAfter) return null;
  return { minutes: (offsetAfter - offset) / 60_000, hour: hourOfDay(timeChangeAt + offset) };
}

function createDayDeliveries<Row>(
  bucket: Bucket,
  rows: readonly Row[],
): Omit<DayDeliveries<Row>, "isUnknown"> {
  // Typed arrays sort without callbacks, so 100,000 numbers take a few milliseconds.
  const keys = new Float64Array(bucket.keys).sort();
  const hours = bucket.hours.slice();
  return {
    day: bucket.day,
    count: keys.length,
    dailyCount: bucket.dailyCount,
    hours,
    timeChange: getDayTimeChange(bucket),
    entries(limit, hour, isDaily) {
      const found: DayDelivery<Row>[] = [];
      const max = Math.min(limit, hour === undefined ? keys.length : (hours[hour] ?? 0));
      for (const key of keys) {
        if (found.length >= max) break;
        const at = bucket.from + Math.floor(key / SECOND_STEP) * 1000;
        const rest = key % SECOND_STEP;
        const row = rows[Math.floor(rest / ROW_STEP)];
        const mark = MARKS[rest % ROW_STEP];
        if (row === undefined || mark === undefined) continue;
        if (isDaily !== undefined && isDaily !== (rest % ROW_STEP === EVERY_DAY)) continue;
        if (hour === undefined || localHour(bucket, at) === hour) found.push({ row, at, mark });
      }
      return found;
    },
  };
}
