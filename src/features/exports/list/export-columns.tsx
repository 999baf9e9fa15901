import type { ExportedAsset } from "@/api/exports";
import { sourceFilter, sourceNameOf } from "@/data/catalog/source-labels";
import {
  describeExportState,
  exportName,
  exportSourceLabel,
  formatExportState,
  getExportDisplayState,
} from "@/features/exports/model/export-rules";
import { ExportStatus } from "@/features/exports/model/export-status";
import { getFormatNames } from "@/lib/file/export-formats";
import type { ReferenceNames } from "@/lib/search/record-schema";
import type { Column } from "@/ui/data-table/data-table-types";
import { timeColumn } from "@/ui/data-table/time-cell";

/**
 * Returns all columns. Times are relative to `now`.
 * @param zone IANA time zone
 */
export function exportColumns(
  zone: string,
  now: Date,
  names: ReferenceNames,
): readonly Column<ExportedAsset>[] {
  const columns: readonly Column<ExportedAsset>[] = [
    {
      id: "file",
      header: "File name",
      tone: (record) => (exportName(record, names).isGenerated ? "generated" : undefined),
      cell: (record) => exportName(record, names).text,
      fullText: (record) => {
        const { text, isGenerated } = exportName(record, names);
        return isGenerated ? `${text}\nNo file name` : null;
      },
    },
    {
      id: "format",
      header: "Format",
      width: "136px",
      wideOnly: true,
      cell: (record) => getFormatNames(record.export_format).label,
    },
    {
      id: "source",
      header: "Source",
      width: "18cqw",
      narrow: "detail",
      cell: (record) => sourceNameOf(record, names) || exportSourceLabel(record, names),
      fullText: (record) => exportSourceLabel(record, names),
      filter: sourceFilter,
    },
    {
      id: "state",
      header: "State",
      width: "132px",
      narrow: "end",
      cell: (record) => <ExportStatus reading={{ ...describeExportState(record, now), detail: null }} />,
      fullText: (record) => formatExportState(describeExportState(record, now)),
      filter: (record) => {
        const value = getExportDisplayState(record, now);
        return { field: "is", value, label: value === "pending" ? "generating" : value };
      },
    },
    { ...timeColumn((record) => record.created_at, zone, now), id: "created", header: "Created" },
    {
      ...timeColumn((record) => record.expires_after, zone, now),
      id: "expires",
      header: "Expires",
      wideOnly: true,
    },
    { id: "id", header: "ID", isOptional: true, width: "90px", align: "end", cell: (record) => record.id },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}
