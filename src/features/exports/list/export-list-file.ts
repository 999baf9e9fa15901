import type { ExportedAsset } from "@/contract/exports";
import { rawOf } from "@/contract/parsers";
import { namesOf } from "@/features/exports/model/export-formats";
import { nameOf, sourceLabel, stateOf } from "@/features/exports/model/export-rules";

type Cell = (record: ExportedAsset, now: Date) => string | number | null;

/** What a column says in a file: times as they were served, and the state with its words. */
const CELLS: Readonly<Record<string, Cell>> = {
  file: (record) => nameOf(record).text,
  format: (record) => namesOf(record.export_format).label,
  source: sourceLabel,
  state: (record, now) => {
    const { label, detail, state } = stateOf(record, now);
    return state === "failed" && detail !== null ? `${label}: ${detail}` : label;
  },
  created: (record) => record.created_at,
  expires: (record) => record.expires_after,
  id: (record) => record.id,
};

/** The columns of a file, in the order of those on the screen. */
export function fileColumns(shown: readonly { readonly id: string; readonly header: string }[], now: Date) {
  return shown.map(({ id, header }) => ({
    id,
    header,
    text: (record: ExportedAsset): string | number | null => CELLS[id]?.(record, now) ?? null,
  }));
}

/** A record with every field as it was served. */
export function fileFields(record: ExportedAsset): Readonly<Record<string, unknown>> {
  const raw = rawOf(record);
  return typeof raw === "object" && raw !== null ? { ...raw } : { ...record };
}
