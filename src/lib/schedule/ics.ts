import { chunkRanges, type FileChunk } from "@/lib/file/file-chunk";
import { utcWeekdayOf } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { countOccurrencesBefore, occurrencesBetween } from "./recurrence";
import { itemAtPosition, parseScheduleRule, type ScheduleRule } from "./schedule-rule";

export interface IcsEvent {
  /** Stable ID of the event across files. */
  readonly uid: string;
  /** In ms since 1970. */
  readonly start: number;
  /** RRULE value, for example "FREQ=DAILY". Null for a single event. */
  readonly rule: string | null;
  readonly summary: string;
  readonly description: string;
  readonly url: string | null;
}

export interface IcsCalendar<Row> {
  readonly name: string;
  readonly stamp: number;
  readonly rows: readonly Row[];
  readonly eventsOf: (row: Row) => readonly IcsEvent[];
}

const MAX_LINE_OCTETS = 75;
const encoder = new TextEncoder();

/** Generates a calendar file (RFC 5545) in chunks. */
export function* icsChunks<Row>({ name, stamp, rows, eventsOf }: IcsCalendar<Row>): Generator<FileChunk> {
  const head = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Environs//Calendar//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escapeIcsText(name)}`,
  ];
  yield { text: joinLines(head), rowsDone: 0 };
  for (const { from, to } of chunkRanges(rows.length)) {
    const lines = rows
      .slice(from, to)
      .flatMap(eventsOf)
      .flatMap((event) => eventLines(event, stamp));
    yield { text: joinLines(lines), rowsDone: to };
  }
  yield { text: joinLines(["END:VCALENDAR"]), rowsDone: rows.length };
}

function eventLines(event: IcsEvent, stamp: number): string[] {
  const { uid, start, rule, summary, description, url } = event;
  return [
    "BEGIN:VEVENT",
    `UID:${escapeIcsText(uid)}`,
    `DTSTAMP:${formatIcsInstant(stamp)}`,
    `DTSTART:${formatIcsInstant(start)}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `SUMMARY:${escapeIcsText(summary)}`,
    `DESCRIPTION:${escapeIcsText(description)}`,
    // URIs aren't escaped, so line breaks and other control characters are removed.
    ...(url === null ? [] : [`URL:${url.replace(CONTROLS, "")}`]),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

const CONTROLS = /\p{Cc}/gu;
// Text values may contain tabs but no other control characters (RFC 5545, 3.1).
const FORBIDDEN = /(?![\t\n])\p{Cc}/gu;

/** Escapes a TEXT value (RFC 5545). */
export function escapeIcsText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(FORBIDDEN, "")
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, String.raw`\n`);
}

/** Formats an instant (ms since 1970) in UTC: "20261123T090000Z". */
export function formatIcsInstant(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** Folds a line into parts of at most 75 octets of UTF-8. Never splits a character. */
export function foldLine(line: string): string {
  // A UTF-16 code unit takes at most three octets, so short lines need no encoding.
  if (line.length * 3 <= MAX_LINE_OCTETS) return line;
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** A series of events in a calendar file. `start` is its first occurrence, in ms since 1970. */
export interface IcsSeries {
  readonly start: number;
  /** RRULE value. Null for a single event. */
  readonly rule: string | null;
}

const DAY_CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const WEEK_MS = 7 * 86_400_000;
const NO_END = Number.POSITIVE_INFINITY;

/**
 * Converts the occurrences since an instant (ms since 1970) to calendar series. The occurrence of a partial first week
 * becomes a separate event if its weekday differs from that of later weeks. Returns an empty list if there are no
 * occurrences. Returns null for a schedule that is invalid or that RRULE can't express.
 */
export function icsSeries(schedule: Schedule, from: number): readonly IcsSeries[] | null {
  const rule = parseScheduleRule(schedule);
  if (!rule) return null;
  // Rounding up to a slot may move deliveries past midnight, to the day after the rule's weekday.
  const time = rule.start.getTime();
  if (utcWeekdayOf(time + rule.delayMs) !== utcWeekdayOf(time)) return null;
  const single = findPartialFirstWeek(schedule, rule, from);
  if (single === null) return seriesFrom(schedule, rule, from);
  return [{ start: single, rule: null }, ...seriesFrom(schedule, rule, single + 1)];
}

function seriesFrom(schedule: Schedule, rule: ScheduleRule, from: number): readonly IcsSeries[] {
  const [start] = occurrencesBetween(schedule, { from, to: NO_END, limit: 1 }) ?? [];
  if (start === undefined) return [];
  return [{ start, rule: [...ruleParts(rule), ...endParts(schedule, rule, start)].join(";") }];
}

/**
 * Returns the occurrence of a partial first week if its weekday differs from that of later weeks. Otherwise returns
 * null. In the first week, the server counts positions from the start date. RRULE can't express this.
 */
function findPartialFirstWeek(
  schedule: Schedule,
  { frequency, start, weekdays, position }: ScheduleRule,
  from: number,
) {
  if (frequency !== "weekly" || !weekdays || position === null) return null;
  const monday = start.getTime() - utcWeekdayOf(start.getTime()) * (WEEK_MS / 7);
  const [first] =
    occurrencesBetween(schedule, { from: Math.max(from, start.getTime()), to: monday + WEEK_MS, limit: 1 }) ??
    [];
  return first !== undefined && utcWeekdayOf(first) !== itemAtPosition(weekdays, position) ? first : null;
}

function ruleParts(rule: ScheduleRule): readonly string[] {
  const { frequency, interval } = rule;
  const every = interval === 1 ? [] : [`INTERVAL=${interval}`];
  return [`FREQ=${frequency.toUpperCase()}`, ...every, ...dayParts(rule)];
}

function dayParts({ frequency, start, weekdays, position }: ScheduleRule): readonly string[] {
  const dayOfMonth = `BYMONTHDAY=${start.getUTCDate()}`;
  switch (frequency) {
    case "daily":
      // A period of one day has only one position, so BYSETPOS isn't needed.
      return weekdays ? [byDay(weekdays)] : [];
    case "weekly": {
      const picked = weekdays && position !== null ? itemAtPosition(weekdays, position) : undefined;
      const days = picked === undefined ? (weekdays ?? [utcWeekdayOf(start.getTime())]) : [picked];
      return [byDay(days), "WKST=MO"];
    }
    case "monthly":
      return weekdays ? byPosition(weekdays, position) : [dayOfMonth];
    case "yearly":
      return weekdays ? byPosition(weekdays, position) : [`BYMONTH=${start.getUTCMonth() + 1}`, dayOfMonth];
  }
}

function byDay(weekdays: readonly number[]): string {
  return `BYDAY=${weekdays.map((day) => DAY_CODES[day] ?? "").join(",")}`;
}

/** Uses the form "-1FR" for a single weekday, because more calendars support it than BYSETPOS. */
function byPosition(weekdays: readonly number[], position: number | null): readonly string[] {
  const days = byDay(weekdays);
  if (position === null) return [days];
  if (weekdays.length === 1) return [days.replace("=", `=${position}`)];
  return [days, `BYSETPOS=${position}`];
}

/** Returns COUNT or UNTIL, never both (RFC 5545). COUNT is the number of remaining occurrences. */
function endParts(schedule: Schedule, rule: ScheduleRule, start: number): readonly string[] {
  const { count } = rule;
  // The rule's end applies to scheduled times, but calendar events are at delivery times.
  const until = rule.until === null ? null : rule.until.getTime() + rule.delayMs;
  const untilPart = until === null ? [] : [`UNTIL=${formatIcsInstant(until)}`];
  if (count === null) return untilPart;
  const remaining = count - (countOccurrencesBefore(schedule, start) ?? 0);
  if (until === null) return [`COUNT=${remaining}`];
  // `countOccurrencesBefore` applies both limits, so the result is the total.
  const all = countOccurrencesBefore(schedule, until + 1) ?? 0;
  return all < count ? untilPart : [`COUNT=${remaining}`];
}
