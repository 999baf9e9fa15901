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
import { parseInstant } from "@/lib/time/dates";

/** What the events of a file are made with. */
export interface CalendarFile {
  /** Names the server and the project, so that events of two never meet: "1.eu.example.com". */
  readonly host: string;
  readonly projectId: string;
  /** In ms since 1970; the file begins here. */
  readonly now: number;
  /** The absolute address of a delivery's page. */
  readonly recordUrl: (record: Subscription) => string;
}

/** A calendar file of what the deliveries still send. Deleted and ended ones are not in it. */
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

function toIcsEvents(record: Subscription, { host, now, recordUrl }: CalendarFile): IcsEvent[] {
  const series = icsSeries(record, now) ?? serverOnlySeries(record);
  return series.map(({ start, rule }) => ({
    // The series keeps its name when what stood alone before it is over.
    uid: `delivery-${record.id}${rule === null && series.length > 1 ? "-first" : ""}@${host}`,
    start,
    rule,
    summary: subscriptionTitle(record).text,
    description: describeEvent(record),
    url: recordUrl(record),
  }));
}

/** A schedule that is not understood: what the server plans next is known all the same. */
function serverOnlySeries(record: Subscription): readonly IcsSeries[] {
  const next = parseInstant(record.next_delivery_date ?? "");
  return next ? [{ start: next.getTime(), rule: null }] : [];
}

function describeEvent(record: Subscription): string {
  const recipients = getRecipients(record).map((recipient) => recipientLabel(record.target_type, recipient));
  return [
    `${formatSchedule(record, { zone: "UTC" })} UTC`,
    subscriptionSourceLabel(record),
    `${channelLabel(record.target_type)}: ${recipients.join(", ")}`,
    "Calculated from the schedule. Sending can take a few minutes.",
  ].join("\n");
}
