import { useApi } from "@/data/client/api-context";
import {
  recipientFields,
  recipientFileColumns,
} from "@/features/subscriptions/recipients/model/recipient-file";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import type { Column } from "@/ui/data-table/data-table-types";
import { DownloadMenu } from "@/ui/download/download-menu";

interface RecipientDownloadProps {
  readonly visibleRows: readonly Recipient[];
  readonly selected: readonly Recipient[];
  readonly columns: readonly Column<Recipient>[];
  readonly ownDomains: readonly string[];
  readonly now: Date;
  readonly onClose: () => void;
}

export function RecipientDownload({
  visibleRows,
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
      filteredRows={visibleRows}
      selectedRows={selected}
      columns={recipientFileColumns(columns, ownDomains)}
      getAllFields={(row) => recipientFields(row, ownDomains)}
      fileName={`Recipients of project ${projectId} ${now.toISOString().slice(0, 10)}`}
      onClose={onClose}
    />
  );
}
