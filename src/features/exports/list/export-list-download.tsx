import type { ExportedAsset } from "@/contract/exports";
import { getRaw } from "@/contract/parsers";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { describeExportState, exportName, exportSourceLabel } from "@/features/exports/model/export-rules";
import { getFormatNames } from "@/lib/file/export-formats";
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
      columns={exportFileColumns(columns, now, names)}
      getAllFields={exportFileFields}
      fileName={`Exports of project ${projectId} ${now.toISOString().slice(0, 10)}`}
    />
  );
}

type CellFormatter = (record: ExportedAsset, now: Date, names: ReferenceNames) => string | number | null;

/**
 * Cell values by column. Times are unformatted, as in the response. Failures include the server's
 * message.
 */
const CELL_FORMATTERS: Readonly<Record<string, CellFormatter>> = {
  file: (record, _now, names) => exportName(record, names).text,
  format: (record) => getFormatNames(record.export_format).label,
  source: (record, _now, names) => exportSourceLabel(record, names),
  state: (record, now) => {
    const { label, detail, state } = describeExportState(record, now);
    return state === "failed" && detail !== null ? `${label}: ${detail}` : label;
  },
  created: (record) => record.created_at,
  expires: (record) => record.expires_after,
  id: (record) => record.id,
};

function exportFileColumns(
  visibleColumns: readonly { readonly id: string; readonly header: string }[],
  now: Date,
  names: ReferenceNames,
) {
  return visibleColumns.map(({ id, header }) => ({
    id,
    header,
    text: (record: ExportedAsset): string | number | null =>
      CELL_FORMATTERS[id]?.(record, now, names) ?? null,
  }));
}

function exportFileFields(record: ExportedAsset): Readonly<Record<string, unknown>> {
  const raw = getRaw(record);
  return typeof raw === "object" && raw !== null ? { ...raw } : { ...record };
}
