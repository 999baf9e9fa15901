import fc from "fast-check";
import { rrulestr } from "rrule";
import { expect, it } from "vitest";
import { WEEKDAYS } from "@/lib/time/calendar-days";
import type { Schedule } from "./format-schedule";
import { escapeIcsText, foldLine, formatIcsInstant, type IcsEvent, icsChunks, icsSeries } from "./ics";
import { listOccurrences } from "./recurrence";
import { buildSchedule } from "./schedule.fixture";

const DAY = 86_400_000;
const FOUR_YEARS = 1461 * DAY;

function readBack(rule: Schedule, from: number, to: number): number[] {
  const series = icsSeries(rule, from) ?? [];
  return series
    .flatMap((one) =>
      one.rule === null
        ? [one.start]
        : rrulestr(`DTSTART:${formatIcsInstant(one.start)}\nRRULE:${one.rule}`)
            .between(new Date(from), new Date(to - 1), true)
            .map(Number),
    )
    .sort((a, b) => a - b);
}

const from = Date.parse("2026-11-24T00:00:00Z");
it.each<[string, Partial<Schedule>, string, string]>([
  [
    "the first working day",
    { frequency: "monthly", byweekday: WEEKDAYS.slice(0, 5), bysetpos: 1 },
    "20261201T090000Z",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
  ],
  [
    "a count and an end that comes first",
    { count: 40, until_date: "2026-12-24T00:00:00Z" },
    "20261130T090000Z",
    "FREQ=WEEKLY;BYDAY=MO;WKST=MO;UNTIL=20261224T000000Z",
  ],
])("%s", (_, changes, start, rule) => {
  const [series, ...others] = icsSeries(buildSchedule(changes), from) ?? [];
  expect(others).toEqual([]);
  expect(series && formatIcsInstant(series.start)).toBe(start);
  expect(series?.rule).toBe(rule);
});

it.each<[string, Partial<Schedule>, string]>([
  ["an end", {}, "UNTIL=20261207T093000Z"],
  ["a count that is reached with the end", { count: 3 }, "COUNT=2"],
  ["a count that comes after the end", { count: 4 }, "UNTIL=20261207T093000Z"],
])("keep the last delivery at a later slot with %s", (_, changes, end) => {
  const delayed = buildSchedule({
    start_date: "2026-11-23T09:10:00Z",
    next_delivery_date: "2026-11-30T09:30:00Z",
    until_date: "2026-12-07T09:10:00Z",
    ...changes,
  });
  expect(icsSeries(delayed, from)?.map(({ rule }) => rule)).toEqual([`FREQ=WEEKLY;BYDAY=MO;WKST=MO;${end}`]);
  expect(readBack(delayed, from, from + FOUR_YEARS)).toEqual(
    ["2026-11-30T09:30:00Z", "2026-12-07T09:30:00Z"].map((time) => Date.parse(time)),
  );
});

it("separate a partial first week with a different day", () => {
  const odd = buildSchedule({
    byweekday: ["tuesday", "friday"],
    bysetpos: 1,
    start_date: "2026-11-25T09:00:00Z",
  });
  expect(icsSeries(odd, from)).toEqual([
    { start: Date.parse("2026-11-27T09:00:00Z"), rule: null },
    { start: Date.parse("2026-12-01T09:00:00Z"), rule: "FREQ=WEEKLY;BYDAY=TU;WKST=MO" },
  ]);
});

it("are empty or null for ended and invalid schedules", () => {
  expect(icsSeries(buildSchedule({ until_date: "2026-11-23T09:00:00Z" }), from)).toEqual([]);
  expect(icsSeries(buildSchedule({ frequency: "hourly" }), from)).toBeNull();
});

const instant = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: Date.UTC(2019, 0, 1) / DAY, max: Date.UTC(2028, 0, 1) / DAY }),
      fc.constantFrom("2024-02-29", "2026-01-31", "2026-08-30").map((day) => Date.parse(day) / DAY),
    ),
    fc.integer({ min: 0, max: 86_399 }),
  )
  .map(([day, second]) => day * DAY + second * 1000);
const iso = instant.map((time) => new Date(time).toISOString().replace(".000Z", "Z"));
const schedules = fc.record<Schedule>({
  frequency: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
  interval: fc.integer({ min: 1, max: 9 }),
  byweekday: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { maxLength: 7 }), { freq: 2 }),
  // Excludes positions below -1, because the rrule library misreads them in periods with too few days.
  bysetpos: fc.option(fc.constantFrom(1, 2, 3, 4, 5, -1), { freq: 2 }),
  count: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 2 }),
  start_date: iso,
  until_date: fc.option(iso, { freq: 2 }),
});

it("yield the server's occurrences in another library", () => {
  let seen = 0;
  fc.assert(
    fc.property(schedules, instant, (any, start) => {
      const to = start + FOUR_YEARS;
      const expected = listOccurrences(any, {
        after: new Date(start - 1),
        before: new Date(to),
        limit: 9999,
      }).map(Number);
      seen += expected.length;
      expect(readBack(any, start, to)).toEqual(expected);
    }),
    { numRuns: 400 },
  );
  expect(seen).toBeGreaterThan(5_000);
});

const EVENT: IcsEvent = {
  uid: "delivery-7@example.com",
  start: Date.parse("2026-11-23T09:00:00Z"),
  rule: "FREQ=DAILY",
  summary: "Sales; north, south",
  description: "Two\nlines",
  url: "https://example.com/p/1?a=1,2",
};

function write(...events: readonly IcsEvent[]): string {
  const file = { name: "All", stamp: Date.parse("2026-11-21T10:00:00Z"), rows: events };
  return [...icsChunks({ ...file, eventsOf: (event) => [event] })].map(({ text }) => text).join("");
}

/** Decodes RFC 5545 text independently of the encoder. */
function unescape(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? "\n" : character));
}

it("has the lines required by RFC 5545", () => {
  const lines = write(EVENT).split("\r\n");
  expect(lines).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Environs//Calendar//EN",
    "CALSCALE:GREGORIAN",
    "X-WR-CALNAME:All",
    "BEGIN:VEVENT",
    "UID:delivery-7@example.com",
    "DTSTAMP:20261121T100000Z",
    "DTSTART:20261123T090000Z",
    "RRULE:FREQ=DAILY",
    String.raw`SUMMARY:Sales\; north\, south`,
    String.raw`DESCRIPTION:Two\nlines`,
    "URL:https://example.com/p/1?a=1,2",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

it("has no rule for a single event", () => {
  expect(write({ ...EVENT, rule: null })).not.toContain("RRULE");
});

it("round-trips any text", () => {
  for (const text of ["a\\b", "a\\nb", "1, 2; 3", "two\nlines", '"quoted": yes'])
    expect(unescape(escapeIcsText(text))).toBe(text);
  expect(escapeIcsText("a\r\nb\rc")).toBe(String.raw`a\nb\nc`);
  expect(escapeIcsText("a\0b\u001Bc\td")).toBe("abc\td");
});

it("never lets text start a line", () => {
  const text = write({
    ...EVENT,
    summary: "x\r\nEND:VEVENT",
    uid: "u\nBEGIN:VALARM",
    url: "https://example.com/\r\nX:1",
  });
  expect(text.match(/^END:VEVENT/gm)).toHaveLength(1);
  expect(text).not.toMatch(/^(X:1|BEGIN:VALARM)/m);
});

it("folds lines at 75 octets, never inside a character", () => {
  for (const line of ["SUMMARY:" + "ä".repeat(200), "🧭".repeat(60), "x".repeat(76)]) {
    const parts = foldLine(line).split("\r\n");
    for (const part of parts) {
      expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(75);
      expect(part).not.toMatch(/\p{Surrogate}/u);
    }
    expect(parts.map((part, index) => (index === 0 ? part : part.slice(1))).join("")).toBe(line);
  }
  expect(foldLine("x".repeat(75))).toBe("x".repeat(75));
});
