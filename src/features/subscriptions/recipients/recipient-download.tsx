import { useApi } from "@/data/backend/backend";
import { excludedSubscriptionsMessage } from "@/features/subscriptions/groups/group-labels";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { isSecretRecipient, recipientName } from "@/features/subscriptions/recipients/model/recipient-index";
import { getOwnership, ownershipLabel } from "@/features/subscriptions/recipients/model/recipient-search";
import { toFileColumns } from "@/lib/file/file-chunk";
import { channelLabel, recipientHint } from "@/lib/recipients/recipients";
import type { ListDownload } from "@/ui/collection-table/collection-table";
import { DownloadMenu } from "@/ui/download/download-menu";

interface RecipientDownloadProps extends ListDownload<Recipient> {
  readonly ownDomains: readonly string[];
}

export function RecipientDownload({ columns, ownDomains, now, ...list }: RecipientDownloadProps) {
  const { projectId } = useApi();
  return (
    <DownloadMenu
      {...list}
      title="Download recipients"
      columns={recipientFileColumns(columns, ownDomains)}
      getAllFields={(row) => recipientFields(row, ownDomains)}
      fileName={`Recipients of project ${projectId} ${now.toISOString().slice(0, 10)}`}
    />
  );
}

const formatTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());

function recipientFileColumns(
  visibleColumns: readonly { readonly id: string; readonly header: string }[],
  ownDomains: readonly string[],
) {
  return toFileColumns<Recipient>(visibleColumns, {
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
  });
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
