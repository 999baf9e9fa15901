import type { ExportedAsset } from "@/contract/exports";
import { getRaw } from "@/contract/parsers";
import { describeExportState, exportName, exportSourceLabel } from "@/features/exports/model/export-rules";
import { getFormatNames } from "@/lib/file/export-formats";
import type { ReferenceNames } from "@/lib/search/record-schema";

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

export function exportFileColumns(
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

export function exportFileFields(record: ExportedAsset): Readonly<Record<string, unknown>> {
  const raw = getRaw(record);
  return typeof raw === "object" && raw !== null ? { ...raw } : { ...record };
}
