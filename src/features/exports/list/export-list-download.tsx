import type { ExportedAsset } from "@/contract/exports";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import type { Column } from "@/ui/data-table/data-table-types";
import { DownloadMenu } from "@/ui/download/download-menu";
import { exportFileColumns, exportFileFields } from "./export-list-file";

interface ExportListDownloadProps {
  readonly shown: readonly ExportedAsset[];
  readonly selected: readonly ExportedAsset[];
  readonly records: readonly ExportedAsset[];
  readonly columns: readonly Column<ExportedAsset>[];
  readonly now: Date;
  readonly onClose: () => void;
}

/** Saves the list itself as a file, not the exported files. */
export function ExportListDownload({
  shown,
  selected,
  records,
  columns,
  now,
  onClose,
}: ExportListDownloadProps) {
  const { projectId } = useApi();
  const { names } = useSourceNames();
  return (
    <DownloadMenu
      title="Download export list"
      filteredRows={shown}
      selectedRows={selected}
      allRows={shown.length < records.length ? records : undefined}
      columns={exportFileColumns(columns, now, names)}
      getAllFields={exportFileFields}
      fileName={`Exports of project ${projectId} ${now.toISOString().slice(0, 10)}`}
      onClose={onClose}
    />
  );
}
