import { useApi } from "@/data/client/api-context";
import type { VisibleGroups } from "@/features/subscriptions/groups/group-table";
import {
  recipientFields,
  recipientFileColumns,
} from "@/features/subscriptions/recipients/model/recipient-file";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
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
