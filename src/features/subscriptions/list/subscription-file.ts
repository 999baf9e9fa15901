import { getRaw } from "@/api/parsers";
import type { Subscription } from "@/api/subscriptions";
import { sourceNameOf } from "@/data/catalog/source-labels";
import {
  describeSubscriptionState,
  getNextDelivery,
  getRecipients,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import { toFileColumns } from "@/lib/file/file-chunk";
import { channelLabel } from "@/lib/recipients/channels";
import { recipientHint } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { personLabel } from "@/lib/text/person-label";

interface FileOptions {
  /** IANA time zone in which schedules are formatted. */
  readonly zone: string;
  readonly now: Date;
  readonly names: ReferenceNames;
}

/**
 * Returns the file columns of the visible columns. Files contain all recipients and unformatted dates. Webhook URLs are
 * shortened, because they are secret.
 */
export function subscriptionFileColumns(
  visibleColumns: readonly { readonly id: string; readonly header: string }[],
  { zone, now, names }: FileOptions,
) {
  // The list also shows the state without its column.
  const hasState = visibleColumns.some(({ id }) => id === "state");
  const columns = hasState ? visibleColumns : [...visibleColumns, { id: "state", header: "State" }];
  return toFileColumns<Subscription>(columns, {
    title: (record) => subscriptionTitle(record, names).text,
    source: (record) => subscriptionSourceLabel(record, names),
    recipients: (record) =>
      getRecipients(record)
        .map((recipient) =>
          record.target_type === "email" ? recipient : recipientHint(record.target_type, recipient),
        )
        .join(", "),
    channel: (record) => channelLabel(record.target_type),
    next: (record) => getNextDelivery(record, now, names),
    until: (record) => record.until_date,
    author: (record) => personLabel(record.created_by),
    created: (record) => record.created_at,
    schedule: (record) => formatSchedule(record, { zone, at: record.next_delivery_date }),
    state: (record) => describeSubscriptionState(record, now, names).label,
    id: (record) => record.id,
  });
}

/** Returns all fields of the server's response. Includes the source's name, if known. */
export function subscriptionFileFields(
  record: Subscription,
  names: ReferenceNames,
): Readonly<Record<string, unknown>> {
  const raw = getRaw(record);
  const fields = typeof raw === "object" && raw !== null ? raw : record;
  return { ...fields, source_name: sourceNameOf(record, names) || null };
}
