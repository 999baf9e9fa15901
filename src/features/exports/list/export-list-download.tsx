import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import type { Column } from "@/ui/data-table/data-table-types";
import { DownloadMenu } from "@/ui/download/download-menu";
import { fileColumns, fileFields } from "./export-list-file";

interface DownloadProps {
  readonly shown: readonly ExportedAsset[];
  readonly selected: readonly ExportedAsset[];
  /** All that are loaded. */
  readonly records: readonly ExportedAsset[];
  readonly columns: readonly Column<ExportedAsset>[];
  readonly now: Date;
  readonly onClose: () => void;
}

/** Asks what of the list to write into a file: the list itself, not the files of the exports. */
export function Download({ shown, selected, records, columns, now, onClose }: DownloadProps) {
  const { projectId } = useApi();
  return (
    <DownloadMenu
      title="Download the list of exports"
      shown={shown}
      selected={selected}
      all={shown.length < records.length ? records : undefined}
      columns={fileColumns(columns, now)}
      allFields={fileFields}
      fileName={`Exports of project ${projectId} ${now.toISOString().slice(0, 10)}`}
      onClose={onClose}
    />
  );
}
