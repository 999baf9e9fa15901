import { rawOf } from "@/contract/parsers";
import type { Subscription } from "@/contract/subscriptions";
import {
  recipientsOf,
  sourceLabel,
  stateOf,
  titleOf,
} from "@/features/subscriptions/model/subscription-rules";
import { channelLabel } from "@/lib/recipients/channels";
import { scheduleWords } from "@/lib/schedule/format-schedule";
import { personLabel } from "@/lib/text/person-label";

type Cell = (record: Subscription, now: Date) => string | number | null;

/** What a column says in a file: whole, where the screen shortens, and times as they were served. */
const CELLS: Readonly<Record<string, Cell>> = {
  title: (record) => titleOf(record).text,
  source: sourceLabel,
  recipients: (record) => recipientsOf(record).join(", "),
  channel: (record) => channelLabel(record.target_type),
  next: (record) => (record.deleted ? null : record.next_delivery_date),
  until: (record) => record.until_date,
  author: (record) => personLabel(record.created_by),
  created: (record) => record.created_at,
  state: (record, now) => stateOf(record, now).label,
  id: (record) => record.id,
};

/** The columns of a file, in the order of those on the screen. @param zone IANA zone of the hours in words */
export function fileColumns(
  shown: readonly { readonly id: string; readonly header: string }[],
  zone: string,
  now: Date,
) {
  return shown.map(({ id, header }) => ({
    id,
    header,
    text: (record: Subscription): string | number | null =>
      id === "schedule"
        ? scheduleWords(record, { zone, at: record.next_delivery_date })
        : (CELLS[id]?.(record, now) ?? null),
  }));
}

/** A record with every field as it was served. */
export function fileFields(record: Subscription): Readonly<Record<string, unknown>> {
  const raw = rawOf(record);
  return typeof raw === "object" && raw !== null ? { ...raw } : { ...record };
}
