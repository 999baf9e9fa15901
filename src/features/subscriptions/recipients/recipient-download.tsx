import { useApi } from "@/data/client/api-context";
import {
  recipientFields,
  recipientFileColumns,
} from "@/features/subscriptions/recipients/model/recipient-file";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import type { Column } from "@/ui/data-table/data-table-types";
import { DownloadMenu } from "@/ui/download/download-menu";

interface RecipientDownloadProps {
  readonly shown: readonly Recipient[];
  readonly selected: readonly Recipient[];
  readonly columns: readonly Column<Recipient>[];
  readonly own: readonly string[];
  readonly now: Date;
  readonly onClose: () => void;
}

/** Asks what of the recipients to download, and writes it. */
export function RecipientDownload({ shown, selected, columns, own, now, onClose }: RecipientDownloadProps) {
  const { projectId } = useApi();
  return (
    <DownloadMenu
      title="Download recipients"
      shown={shown}
      selected={selected}
      columns={recipientFileColumns(columns, own)}
      allFields={(row) => recipientFields(row, own)}
      fileName={`Recipients of project ${projectId} ${now.toISOString().slice(0, 10)}`}
      onClose={onClose}
    />
  );
}
