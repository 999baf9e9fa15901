import { excludedSubscriptionsMessage } from "@/features/subscriptions/groups/group-labels";
import { channelLabel } from "@/lib/recipients/channels";
import { recipientHint } from "@/lib/recipients/recipients";
import type { Recipient } from "./recipient-index";
import { isSecretRecipient, recipientName } from "./recipient-labels";
import { getOwnership, ownershipLabel } from "./recipient-search";

const formatTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());

export function recipientFileColumns(
  visibleColumns: readonly { readonly id: string; readonly header: string }[],
  ownDomains: readonly string[],
) {
  const cells: Readonly<Record<string, (row: Recipient) => string | number | null>> = {
    address: recipientName,
    channel: ({ channel }) => channelLabel(channel),
    domain: ({ domain }) => domain,
    side: (row) => ownershipLabel(getOwnership(row, ownDomains)),
    deliveries: ({ records }) => records.length,
    week: ({ perWeek }) => perWeek,
    idle: excludedSubscriptionsMessage,
    next: ({ next }) => formatTime(next),
    spellings: ({ channel, variants }) =>
      variants
        .map(({ text }) =>
          JSON.stringify(isSecretRecipient(channel, text) ? recipientHint(channel, text) : text),
        )
        .join(" "),
  };
  return visibleColumns.map(({ id, header }) => ({
    id,
    header,
    text: (row: Recipient) => cells[id]?.(row) ?? null,
  }));
}

export function recipientFields(
  row: Recipient,
  ownDomains: readonly string[],
): Readonly<Record<string, unknown>> {
  return {
    channel: row.channel,
    address: row.address,
    variants: row.variants,
    domain: row.domain,
    ownership: getOwnership(row, ownDomains),
    deliveries_per_week: row.perWeek,
    next_delivery_date: formatTime(row.next),
    paused: row.paused,
    ended: row.ended,
    overdue: row.overdue,
    never_delivered: row.never,
    schedule_unknown: row.unknownSchedules,
    subscription_ids: row.records.map(({ id }) => id),
  };
}
