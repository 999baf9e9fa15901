import type { Subscription } from "@/contract/subscriptions";
import { recipientsOf, sourceLabel, titleOf } from "@/features/subscriptions/model/subscription-rules";
import type { FileChunk } from "@/lib/file/file-chunk";
import { channelLabel } from "@/lib/recipients/channels";
import { recipientLabel } from "@/lib/recipients/recipients";
import { scheduleWords } from "@/lib/schedule/format-schedule";
import { type IcsEvent, icsChunks } from "@/lib/schedule/ics";
import { type IcsSeries, icsSeries } from "@/lib/schedule/ics-rule";
import { parseInstant } from "@/lib/time/dates";

/** What the events of a file are made with. */
export interface CalendarFile {
  /** Names the server and the project, so that events of two never meet: "1.eu.example.com". */
  readonly place: string;
  readonly projectId: string;
  /** In ms since 1970; the file begins here. */
  readonly now: number;
  /** The absolute address of a delivery's page. */
  readonly addressOf: (record: Subscription) => string;
}

/** A calendar file of what the deliveries still send. Deleted and ended ones are not in it. */
export function calendarChunks(records: readonly Subscription[], file: CalendarFile): Generator<FileChunk> {
  return icsChunks({
    name: `Deliveries of project ${file.projectId}`,
    stamp: file.now,
    rows: records.filter((record) => !record.deleted && record.next_delivery_date !== null),
    eventsOf: (record) => eventsOf(record, file),
  });
}

function eventsOf(record: Subscription, { place, now, addressOf }: CalendarFile): IcsEvent[] {
  const series = icsSeries(record, now) ?? servedOnly(record);
  return series.map(({ start, rule }) => ({
    // The series keeps its name when what stood alone before it is over.
    uid: `delivery-${record.id}${rule === null && series.length > 1 ? "-first" : ""}@${place}`,
    start,
    rule,
    summary: titleOf(record).text,
    description: descriptionOf(record),
    url: addressOf(record),
  }));
}

/** A schedule that is not understood: what the server plans next is known all the same. */
function servedOnly(record: Subscription): readonly IcsSeries[] {
  const next = parseInstant(record.next_delivery_date ?? "");
  return next ? [{ start: next.getTime(), rule: null }] : [];
}

function descriptionOf(record: Subscription): string {
  const recipients = recipientsOf(record).map((recipient) => recipientLabel(record.target_type, recipient));
  return [
    `${scheduleWords(record, { zone: "UTC" })} UTC`,
    sourceLabel(record),
    `${channelLabel(record.target_type)}: ${recipients.join(", ")}`,
    "Computed from the schedule; servers send within a few minutes.",
  ].join("\n");
}
