import { formatCivilDay } from "@/lib/time/calendar-days";
import { formatDay, parseInstant } from "@/lib/time/dates";

/** How far apart the figures of a series are. */
export type VitalInterval = "hour" | "day" | "week" | "month";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The time that a server writes beside a figure, in ms as if it were UTC: a day, with or without a time of day. */
export function readDay(text: string | undefined): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?/.exec(text?.trim() ?? "");
  if (match === null) return null;
  return parseInstant(`${match[1]}T${match[2] ?? "00:00"}Z`)?.getTime() ?? null;
}

const LENGTHS: readonly { readonly interval: VitalInterval; readonly from: number; readonly to: number }[] = [
  { interval: "hour", from: HOUR, to: HOUR },
  // The day on which the clocks change is an hour shorter or longer.
  { interval: "day", from: 23 * HOUR, to: 25 * HOUR },
  { interval: "week", from: 7 * DAY - HOUR, to: 7 * DAY + HOUR },
  { interval: "month", from: 28 * DAY - HOUR, to: 31 * DAY + HOUR },
];

/** The interval of times that follow each other; null where they have none. */
export function intervalOf(times: readonly (number | null)[]): VitalInterval | null {
  const known = times.filter((time) => time !== null);
  if (known.length < 2 || known.length < times.length) return null;
  const steps = known.slice(1).map((time, place) => time - (known[place] ?? 0));
  const fits = ({ from, to }: (typeof LENGTHS)[number]) => steps.every((step) => step >= from && step <= to);
  return LENGTHS.find(fits)?.interval ?? null;
}

/** When the period that begins then is over, in ms. */
export function endOf(start: number, interval: VitalInterval): number {
  const date = new Date(start);
  if (interval === "month") return date.setUTCMonth(date.getUTCMonth() + 1);
  return start + { hour: HOUR, day: DAY, week: 7 * DAY }[interval];
}

function inUtc(locale: string | undefined) {
  return locale === undefined ? { zone: "UTC" } : { zone: "UTC", locale };
}

/** A period for the middle of a sentence: "the week of 15 Nov 2026", "15 Nov 2026", "November 2026". */
export function periodWords(start: number, interval: VitalInterval | null, locale?: string): string {
  const iso = new Date(start).toISOString();
  const day = formatDay(iso, inUtc(locale));
  if (interval === "week") return `the week of ${day}`;
  if (interval === "month") return formatCivilDay(start / DAY, { month: "long", year: "numeric" }, locale);
  return start % DAY === 0 ? day : `${day}, ${iso.slice(11, 16)}`;
}

/** The days from one to another as a server names them: "14 Nov 2026 to 21 Nov 2026"; null where it names none. */
export function rangeWords(
  range: { readonly date_from: string | null; readonly date_to: string | null } | null,
  locale?: string,
): string | null {
  const dayOf = (text: string | null | undefined) => {
    const start = readDay(text?.slice(0, 10));
    return start === null ? null : formatDay(new Date(start).toISOString(), inUtc(locale));
  };
  const [from, to] = [dayOf(range?.date_from), dayOf(range?.date_to)];
  if (from === null || to === null) return from === null ? null : `since ${from}`;
  return from === to ? from : `${from} to ${to}`;
}
