import { expect, it } from "vitest";
import { channelLabel } from "@/lib/recipients/channels";
import { formatSchedule, type Schedule } from "@/lib/schedule/format-schedule";
import { formatScheduleEnd } from "@/lib/schedule/format-schedule-end";
import { formatCount, formatList, formatOrdinal, pluralize } from "@/lib/text/numbers";
import { formatInstant, formatRelative, formatUtc } from "@/lib/time/dates";
import { formatDuration } from "@/lib/time/format-duration";
import { fromLocalInput } from "@/lib/time/local-input";
import {
  formatPercentile,
  formatVital,
  RATING_LABELS,
  VITAL_THRESHOLDS,
} from "@/lib/web-vitals/vital-thresholds";
import { renderCopy } from "./render-copy";

const MONDAY = "2026-11-23T09:00:00Z";
const WORKING_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const NOW = new Date("2026-11-23T12:00:00Z");
const LOCALE = "en-GB";

function describeSchedule(changes: Partial<Schedule>, zone = "UTC"): string {
  const schedule: Schedule = {
    frequency: "weekly",
    interval: 1,
    byweekday: null,
    bysetpos: null,
    count: null,
    start_date: MONDAY,
    until_date: null,
    ...changes,
  };
  const end = formatScheduleEnd(schedule, { zone, locale: LOCALE });
  return formatSchedule(schedule, { zone }) + (end === null ? "" : `, ${end}`);
}

const relative = (iso: string) => formatRelative(iso, NOW, { zone: "UTC", locale: LOCALE });
const localInput = (text: string) => {
  const result = fromLocalInput(text, "Europe/Berlin");
  return result.ok ? result.iso : result.message;
};

it("reads schedules, dates and numbers", async () => {
  const text = renderCopy({
    "formatSchedule, daily": [
      describeSchedule({ frequency: "daily" }),
      describeSchedule({ frequency: "daily", interval: 3 }),
      describeSchedule({ frequency: "daily", interval: 2, byweekday: ["monday", "friday"] }),
    ],
    "formatSchedule, weekly": [
      describeSchedule({}),
      describeSchedule({ interval: 2 }),
      describeSchedule({ byweekday: WORKING_DAYS }),
      describeSchedule({ byweekday: ["monday", "thursday", "saturday"] }),
      describeSchedule({ interval: 2, byweekday: ["tuesday"] }),
      describeSchedule({ byweekday: WORKING_DAYS, bysetpos: 1 }),
    ],
    "formatSchedule, monthly": [
      describeSchedule({ frequency: "monthly" }),
      describeSchedule({ frequency: "monthly", start_date: "2026-01-31T09:00:00Z" }),
      describeSchedule({ frequency: "monthly", start_date: "2026-01-30T09:00:00Z" }),
      describeSchedule({ frequency: "monthly", start_date: "2026-01-29T09:00:00Z" }),
      describeSchedule({ frequency: "monthly", byweekday: ["friday"] }),
      describeSchedule({ frequency: "monthly", byweekday: ["friday"], bysetpos: -1 }),
      describeSchedule({ frequency: "monthly", byweekday: WORKING_DAYS, bysetpos: 2 }),
      describeSchedule({ frequency: "monthly", byweekday: ["saturday", "sunday"], bysetpos: 3 }),
      describeSchedule({ frequency: "monthly", interval: 3, byweekday: ["monday", "friday"], bysetpos: -2 }),
    ],
    "formatSchedule, yearly": [
      describeSchedule({ frequency: "yearly" }),
      describeSchedule({ frequency: "yearly", start_date: "2024-02-29T09:00:00Z" }),
      describeSchedule({ frequency: "yearly", byweekday: ["monday"], bysetpos: 1 }),
      describeSchedule({ frequency: "yearly", byweekday: ["monday"], bysetpos: 22 }),
    ],
    "formatSchedule, other days in the zone": [
      describeSchedule({ start_date: "2026-11-23T23:30:00Z" }, "Europe/Berlin"),
      describeSchedule({ start_date: "2026-11-23T02:00:00Z" }, "America/New_York"),
      describeSchedule({}, "Europe/Berlin"),
    ],
    "formatSchedule, unknown values": [
      describeSchedule({ frequency: "hourly" }),
      describeSchedule({ frequency: "hourly", interval: 4 }),
      describeSchedule({ interval: 0 }),
      describeSchedule({ byweekday: ["monday", "holiday"] }),
      describeSchedule({ frequency: "monthly", byweekday: ["monday"], bysetpos: 0 }),
      describeSchedule({ start_date: "soon" }),
    ],
    formatScheduleEnd: [
      describeSchedule({ until_date: "2026-12-31T00:00:00Z" }),
      describeSchedule({ count: 1 }),
      describeSchedule({ count: 10 }),
      describeSchedule({ count: 1, until_date: "2026-12-31T00:00:00Z" }),
      describeSchedule({ count: 10, until_date: "2026-12-31T00:00:00Z" }),
    ],
    channelLabel: ["email", "slack", "webhook", "teams", "sms"].map(channelLabel),
    formatInstant: [
      formatInstant(MONDAY, { zone: "Europe/Berlin", locale: LOCALE }),
      formatInstant(MONDAY, { zone: "Europe/Berlin", locale: LOCALE, style: "long" }),
      formatInstant(MONDAY, { zone: "Europe/Berlin", locale: LOCALE, now: NOW }),
      formatUtc(MONDAY, { locale: LOCALE }),
    ],
    formatRelative: [
      relative("2026-11-23T12:00:05Z"),
      relative("2026-11-23T12:05:00Z"),
      relative("2026-11-23T09:00:00Z"),
      relative("2026-11-24T13:00:00Z"),
      relative("2026-11-26T12:00:00Z"),
      relative("2026-08-01T12:00:00Z"),
      relative("2024-11-23T12:00:00Z"),
    ],
    formatDuration: [formatDuration(1), formatDuration(125_000), formatDuration(3_600_000)],
    fromLocalInput: [
      localInput(""),
      localInput("2026-02-30T09:00"),
      localInput("2026-11-23T25:00"),
      localInput("tomorrow"),
    ],
    numbers: [
      formatCount(12_345, LOCALE),
      pluralize(1, "record", "records", LOCALE),
      pluralize(12_345, "record", "records", LOCALE),
      formatOrdinal(1),
      formatOrdinal(22),
      formatOrdinal(13),
      formatList(["Monday", "Tuesday", "Friday"]),
      formatList(["Monday", "Tuesday"], "or"),
    ],
    "web vitals": [
      ...VITAL_THRESHOLDS.map(({ metric, name, measures }) => `${metric}, ${name}: ${measures}`),
      ...Object.values(RATING_LABELS),
      formatVital("LCP", 2_310.4, LOCALE),
      formatVital("CLS", 0.08, LOCALE),
      formatPercentile("p90"),
    ],
  });
  await expect(text).toMatchFileSnapshot("./schedule.txt");
});
