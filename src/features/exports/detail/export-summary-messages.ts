import type { ExportedAsset } from "@/contract/exports";
import { getExportState } from "@/data/exports/export-state";
import { exportSourceLabel } from "@/features/exports/model/export-rules";
import { getFormatNames } from "@/lib/file/export-formats";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { formatDay, formatInstant } from "@/lib/time/dates";

/**
 * Summarizes an export: "PNG image, Growth overview (dashboard 201). Created Mon, 23 Nov, 09:00, available until …".
 */
export function exportSummary(record: ExportedAsset, names: ReferenceNames, now: Date): string {
  const { label } = getFormatNames(record.export_format);
  const { created_at: createdAt, expires_after: expiresAfter } = record;
  const { kind } = getExportState(record, now);
  const created =
    createdAt === null ? "Creation time unknown" : `Created ${formatInstant(createdAt, { now })}`;
  const availability =
    expiresAfter === null || (kind !== "ready" && kind !== "expired")
      ? ""
      : `, ${kind === "expired" ? "expired" : "available until"} ${formatDay(expiresAfter)}`;
  return `${label}, ${exportSourceLabel(record, names)}. ${created}${availability}.`;
}
