import type { ExportedAsset } from "@/api/exports";
import { getRaw } from "@/api/parsers";
import { useApi } from "@/data/backend/backend";
import { useSourceNames } from "@/data/catalog/source-names";
import { describeExportState, exportName, exportSourceLabel } from "@/features/exports/model/export-rules";
import { getFormatNames } from "@/lib/file/export-formats";
import { toFileColumns } from "@/lib/file/file-chunk";
import type { ReferenceNames } from "@/lib/search/record-schema";
import type { ListDownload } from "@/ui/collection-table/collection-table";
import { DownloadMenu } from "@/ui/download/download-menu";

/** Saves the list itself as a file, not the exported files. */
export function ExportListDownload({ columns, now, ...list }: ListDownload<ExportedAsset>) {
  const { projectId } = useApi();
  const { names } = useSourceNames();
  return (
    <DownloadMenu
      {...list}
      title="Download export list"
      columns={toFileColumns(columns, exportFileFormatters(now, names))}
      getAllFields={exportFileFields}
      fileName={`Exports of project ${projectId} ${now.toISOString().slice(0, 10)}`}
    />
  );
}

/**
 * Returns cell values by column. Times are unformatted, as in the response. Failures include the server's
 * message.
 */
function exportFileFormatters(now: Date, names: ReferenceNames) {
  return {
    file: (record: ExportedAsset) => exportName(record, names).text,
    format: (record: ExportedAsset) => getFormatNames(record.export_format).label,
    source: (record: ExportedAsset) => exportSourceLabel(record, names),
    state: (record: ExportedAsset) => {
      const { label, detail, state } = describeExportState(record, now);
      return state === "failed" && detail !== null ? `${label}: ${detail}` : label;
    },
    created: (record: ExportedAsset) => record.created_at,
    expires: (record: ExportedAsset) => record.expires_after,
    id: (record: ExportedAsset) => record.id,
  };
}

function exportFileFields(record: ExportedAsset): Readonly<Record<string, unknown>> {
  const raw = getRaw(record);
  return typeof raw === "object" && raw !== null ? { ...raw } : { ...record };
}
