import { useApi } from "@/data/client/api-context";
import { excludedSubscriptionsMessage } from "@/features/subscriptions/groups/group-labels";
import type { VisibleGroups } from "@/features/subscriptions/groups/group-table";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { isSecretRecipient, recipientName } from "@/features/subscriptions/recipients/model/recipient-labels";
import { getOwnership, ownershipLabel } from "@/features/subscriptions/recipients/model/recipient-search";
import { channelLabel } from "@/lib/recipients/channels";
import { recipientHint } from "@/lib/recipients/recipients";
import { DownloadMenu } from "@/ui/download/download-menu";

interface RecipientDownloadProps extends VisibleGroups<Recipient> {
  readonly ownDomains: readonly string[];
  readonly now: Date;
  readonly onClose: () => void;
}

export function RecipientDownload({
  rows,
  selected,
  columns,
  ownDomains,
  now,
  onClose,
}: RecipientDownloadProps) {
  const { projectId } = useApi();
  return (
    <DownloadMenu
      title="Download recipients"
      filteredRows={rows}
      selectedRows={selected}
      columns={recipientFileColumns(columns, ownDomains)}
      getAllFields={(row) => recipientFields(row, ownDomains)}
      fileName={`Recipients of project ${projectId} ${now.toISOString().slice(0, 10)}`}
      onClose={onClose}
    />
  );
}

const formatTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());

function recipientFileColumns(
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

function recipientFields(row: Recipient, ownDomains: readonly string[]): Readonly<Record<string, unknown>> {
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
