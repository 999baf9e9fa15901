import { pluralize } from "@/lib/text/numbers";
import { formatDay, isKnownZone } from "@/lib/time/dates";
import type { Schedule } from "./format-schedule";

interface FormatScheduleEndOptions {
  /** IANA time zone of the dates. */
  readonly zone: string;
  /** Defaults to the browser's language. */
  readonly locale?: string;
}

/** Formats the end of a schedule: "until 31 Dec 2026", "10 times", or both. Returns null without an end. */
export function formatScheduleEnd(
  schedule: Schedule,
  { zone, locale }: FormatScheduleEndOptions,
): string | null {
  const until =
    schedule.until_date === null
      ? null
      : `until ${formatDay(schedule.until_date, { zone: isKnownZone(zone) ? zone : "UTC", ...(locale && { locale }) })}`;
  if (schedule.count === null) return until;
  const times = schedule.count === 1 ? "once" : pluralize(schedule.count, "time", "times", locale);
  if (until === null) return times;
  return schedule.count === 1 ? `${until}, at most once` : `${until}, at most ${times}`;
}
