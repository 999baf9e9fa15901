import { expect, it } from "vitest";
import { formatSchedule, formatShortSchedule, type Schedule } from "./format-schedule";
import { icsSeries } from "./ics";
import {
  averageDeliveriesPerWeek,
  countOccurrencesBefore,
  isEveryDay,
  isExhausted,
  isOccurrence,
  listOccurrences,
  occurrencesBetween,
} from "./recurrence";
import { buildSchedule } from "./schedule.fixture";
import { scheduleKey } from "./schedule-key";

const FROM = Date.parse("2026-11-21T10:00:00Z");
const TO = FROM + 800 * 86_400_000;

/** Every reading of a schedule. Each starts from a new object, because some readings are cached. */
const READINGS: readonly (readonly [string, (schedule: Schedule) => unknown])[] = [
  ["text", (schedule) => formatSchedule(schedule, { zone: "UTC" })],
  ["short text", (schedule) => formatShortSchedule(schedule, { zone: "UTC" })],
  ["key of duplicates", scheduleKey],
  ["average per week", averageDeliveriesPerWeek],
  ["calendar", (schedule) => occurrencesBetween(schedule, { from: FROM, to: TO })],
  ["count", (schedule) => countOccurrencesBefore(schedule, TO)],
  ["preview", (schedule) => listOccurrences(schedule, { after: new Date(FROM), limit: 20 })],
  ["calendar file", (schedule) => icsSeries(schedule, FROM)],
  ["comparison with the server", (schedule) => isOccurrence(schedule, new Date("2026-11-26T08:00:00Z"))],
  ["end", (schedule) => isExhausted(schedule, new Date(FROM))],
  ["daily", isEveryDay],
];

const build = (fields: Partial<Schedule>) =>
  buildSchedule({
    byweekday: ["monday", "thursday"],
    bysetpos: 1,
    start_date: "2026-11-02T08:00:00Z",
    ...fields,
  });

it.each(["daily", "weekly", "yearly"])(
  "is ignored in a %s schedule of a server that applies it only to months",
  (frequency) => {
    for (const enabled of [true, false, null]) {
      for (const [name, read] of READINGS) {
        const without = read(build({ frequency, bysetpos: null }));
        expect([name, read(build({ frequency, enabled, bysetpos: 3 }))]).toEqual([name, without]);
        expect([name, read(build({ frequency, enabled, bysetpos: -1 }))]).toEqual([name, without]);
      }
    }
  },
);

it("applies to a monthly schedule of every server", () => {
  for (const [name, read] of READINGS) {
    const expected = read(build({ frequency: "monthly" }));
    expect([name, read(build({ frequency: "monthly", enabled: true }))]).toEqual([name, expected]);
  }
  const text = formatSchedule(build({ frequency: "monthly", enabled: true }), { zone: "UTC" });
  expect(text).toBe("Every month on the first Monday or Thursday at 08:00");
});

it("applies to every schedule of a server that doesn't return `enabled`", () => {
  const text = formatSchedule(build({}), { zone: "UTC" });
  expect(text).toBe("Every week on the first Monday or Thursday of the week at 08:00");
  expect(averageDeliveriesPerWeek(build({}))).toBe(1);
  expect(averageDeliveriesPerWeek(build({ enabled: true }))).toBe(2);
});
