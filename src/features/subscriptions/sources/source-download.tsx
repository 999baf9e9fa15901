import { useApi } from "@/data/backend/backend";
import { sourceNameOf } from "@/data/catalog/source-labels";
import { useSourceNames } from "@/data/catalog/source-names";
import { nextDeliveryIso } from "@/features/subscriptions/groups/group-table";
import type { ListDownload } from "@/ui/collection-table/collection-table";
import { DownloadMenu } from "@/ui/download/download-menu";
import { sourceFileColumns } from "./source-columns";
import type { SourceGroup } from "./source-index";

export function SourceDownload({ columns, now, ...list }: ListDownload<SourceGroup>) {
  const { projectId } = useApi();
  const { names } = useSourceNames();
  return (
    <DownloadMenu
      {...list}
      title="Download sources"
      columns={sourceFileColumns(columns, names)}
      getAllFields={(row) => ({
        kind: row.kind,
        id: row.id,
        name: sourceNameOf(row.reference, names) || null,
        recipients: row.recipientCount,
        deliveries_per_week: row.perWeek,
        next_delivery_date: nextDeliveryIso(row),
        paused: row.paused,
        ended: row.ended,
        overdue: row.overdue,
        never_delivered: row.never,
        schedule_unknown: row.unknownSchedules,
        subscription_ids: row.records.map(({ id }) => id),
      })}
      fileName={`Sources of project ${projectId} ${now.toISOString().slice(0, 10)}`}
    />
  );
}
