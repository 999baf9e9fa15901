import type { ExportedAsset } from "@/api/exports";

/** Builds a dashboard export that is ready. `fields` override the defaults. */
export function buildExport(fields: Partial<ExportedAsset> = {}): ExportedAsset {
  return {
    id: 7001,
    dashboard: 201,
    insight: null,
    export_format: "image/png",
    created_at: "2026-11-20T10:00:00Z",
    has_content: true,
    export_context: null,
    filename: "export-weekly-figures.png",
    expires_after: "2027-05-21T10:00:00Z",
    exception: null,
    ...fields,
  };
}
