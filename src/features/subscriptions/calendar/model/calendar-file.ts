import type { Subscription } from "@/api/subscriptions";
import {
  getRecipients,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import { isSending } from "@/features/subscriptions/model/subscription-rules";
import { forecastEndMessage } from "@/features/subscriptions/schedule/subscription-occurrences";
import type { FileChunk } from "@/lib/file/file-chunk";
import { channelLabel, recipientLabel } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import { type IcsEvent, type IcsSeries, icsChunks, icsSeries } from "@/lib/schedule/ics";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { parseInstant, toIso } from "@/lib/time/dates";

export interface CalendarFile {
  /** Host part of event IDs, unique per server and project, such as "1.eu.example.com". */
  readonly host: string;
  readonly projectId: string;
  /** Current time in ms since 1970. Earlier events are excluded. */
  readonly now: number;
  /** Time after which deliveries can't be computed and are left out. Null if there is no such time. */
  readonly forecastEnd: Date | null;
  readonly recordUrl: (record: Subscription) => string;
  readonly names: ReferenceNames;
}

/** Generates an iCalendar file of upcoming deliveries. Excludes deleted, paused, and ended subscriptions. */
export function createCalendarChunks(
  records: readonly Subscription[],
  file: CalendarFile,
): Generator<FileChunk> {
  return icsChunks({
    name: `Deliveries of project ${file.projectId}`,
    stamp: file.now,
    rows: records.filter((record) => isSending(record)),
    eventsOf: (record) => toIcsEvents(record, file),
  });
}

function toIcsEvents(record: Subscription, file: CalendarFile): IcsEvent[] {
  const { host, recordUrl, names } = file;
  const series = findKnownSeries(record, file);
  return series.map(({ start, rule }) => ({
    // The first event may be separate from the series. It has its own ID, so that the series keeps
    // its ID in later files, which no longer contain the first event.
    uid: `delivery-${record.id}${rule === null && series.length > 1 ? "-first" : ""}@${host}`,
    start,
    rule,
    summary: subscriptionTitle(record, names).text,
    description: describeEvent(record, file),
    url: recordUrl(record),
  }));
}

function findKnownSeries(record: Subscription, { now, forecastEnd }: CalendarFile): readonly IcsSeries[] {
  if (forecastEnd === null) return icsSeries(record, now) ?? serverOnlySeries(record);
  const end = parseInstant(record.until_date ?? "");
  const isEarlier = end !== null && end < forecastEnd;
  const known = isEarlier ? record : { ...record, until_date: toIso(new Date(forecastEnd.getTime() - 1000)) };
  const series = icsSeries(known, now);
  return series === null || series.length === 0 ? serverOnlySeries(record) : series;
}

/** Returns only the server's next delivery, because the schedule's other deliveries are unknown. */
function serverOnlySeries(record: Subscription): readonly IcsSeries[] {
  const next = parseInstant(record.next_delivery_date ?? "");
  return next ? [{ start: next.getTime(), rule: null }] : [];
}

function describeEvent(record: Subscription, { names, forecastEnd }: CalendarFile): string {
  const recipients = getRecipients(record).map((recipient) => recipientLabel(record.target_type, recipient));
  return [
    `${formatSchedule(record, { zone: "UTC", at: record.next_delivery_date })} UTC`,
    subscriptionSourceLabel(record, names),
    `${channelLabel(record.target_type)}: ${recipients.join(", ")}`,
    "Calculated from the schedule. Sending can take a few minutes.",
    ...(forecastEnd === null ? [] : [forecastEndMessage(forecastEnd, "UTC")]),
  ].join("\n");
}
