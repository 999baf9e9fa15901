import type { Subscription } from "@/contract/subscriptions";
import {
  getNextDelivery,
  getRecipients,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import type { FileChunk } from "@/lib/file/file-chunk";
import { channelLabel } from "@/lib/recipients/channels";
import { recipientLabel } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import { type IcsEvent, icsChunks } from "@/lib/schedule/ics";
import { type IcsSeries, icsSeries } from "@/lib/schedule/ics-rule";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { parseInstant } from "@/lib/time/dates";

export interface CalendarFile {
  /** Makes event IDs unique per server and project, e.g. "1.eu.example.com". */
  readonly host: string;
  readonly projectId: string;
  /** In ms since 1970. The file has no events before it. */
  readonly now: number;
  /** Returns the absolute URL of a subscription's page. */
  readonly recordUrl: (record: Subscription) => string;
  /** Names of dashboards and insights. */
  readonly names: ReferenceNames;
}

/** Generates an iCalendar file of the upcoming deliveries. Deleted and ended subscriptions are omitted. */
export function createCalendarChunks(
  records: readonly Subscription[],
  file: CalendarFile,
): Generator<FileChunk> {
  return icsChunks({
    name: `Deliveries of project ${file.projectId}`,
    stamp: file.now,
    rows: records.filter((record) => getNextDelivery(record) !== null),
    eventsOf: (record) => toIcsEvents(record, file),
  });
}

function toIcsEvents(record: Subscription, { host, now, recordUrl, names }: CalendarFile): IcsEvent[] {
  const series = icsSeries(record, now) ?? serverOnlySeries(record);
  return series.map(({ start, rule }) => ({
    // Keep the series ID stable once a separate first event is in the past.
    uid: `delivery-${record.id}${rule === null && series.length > 1 ? "-first" : ""}@${host}`,
    start,
    rule,
    summary: subscriptionTitle(record, names).text,
    description: describeEvent(record, names),
    url: recordUrl(record),
  }));
}

/** For an unsupported schedule only the served next delivery is known. */
function serverOnlySeries(record: Subscription): readonly IcsSeries[] {
  const next = parseInstant(record.next_delivery_date ?? "");
  return next ? [{ start: next.getTime(), rule: null }] : [];
}

function describeEvent(record: Subscription, names: ReferenceNames): string {
  const recipients = getRecipients(record).map((recipient) => recipientLabel(record.target_type, recipient));
  return [
    `${formatSchedule(record, { zone: "UTC" })} UTC`,
    subscriptionSourceLabel(record, names),
    `${channelLabel(record.target_type)}: ${recipients.join(", ")}`,
    "Calculated from the schedule. Sending can take a few minutes.",
  ].join("\n");
}
