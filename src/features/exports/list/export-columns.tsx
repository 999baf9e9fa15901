import type { ExportedAsset } from "@/contract/exports";
import { getFormatNames } from "@/features/exports/model/export-formats";
import { describeExportState, exportName, exportSourceLabel } from "@/features/exports/model/export-rules";
import { ExportStatus } from "@/features/exports/model/export-status";
import type { ReferenceNames } from "@/lib/search/record-schema";
import type { Column } from "@/ui/data-table/data-table-types";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import classes from "./export-columns.module.css";

/** Always visible. */
export const EXPORT_LEAD_COLUMN = "file";

/** Default columns besides the lead column. */
export const DEFAULT_EXPORT_COLUMNS = ["format", "source", "state", "created", "expires"] as const;

/** Storage key of the column widths. */
export const EXPORT_WIDTHS_KEY = "exports";

/** Relative times are computed from `now`. @param zone IANA time zone */
export function exportColumns(
  zone: string,
  now: Date,
  names: ReferenceNames,
): readonly Column<ExportedAsset>[] {
  const formatMoment = (iso: string | null) => <TimeStamp iso={iso} zone={zone} now={now} />;
  const columns: readonly Column<ExportedAsset>[] = [
    { id: "file", header: "File name", cell: (record) => <FileCell record={record} names={names} /> },
    {
      id: "format",
      header: "Format",
      width: "128px",
      cell: (record) => getFormatNames(record.export_format).label,
    },
    { id: "source", header: "Source", width: "15%", cell: (record) => exportSourceLabel(record, names) },
    {
      id: "state",
      header: "State",
      width: "22%",
      cell: (record) => <ExportStatus reading={describeExportState(record, now)} />,
    },
    { id: "created", header: "Created", width: "136px", cell: (record) => formatMoment(record.created_at) },
    {
      id: "expires",
      header: "Expires",
      width: "124px",
      cell: (record) => formatMoment(record.expires_after),
    },
    { id: "id", header: "ID", width: "90px", align: "end", cell: (record) => record.id },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}

function FileCell({ record, names }: { readonly record: ExportedAsset; readonly names: ReferenceNames }) {
  const { text, isGenerated } = exportName(record, names);
  return <span className={isGenerated ? classes.generated : undefined}>{text}</span>;
}
