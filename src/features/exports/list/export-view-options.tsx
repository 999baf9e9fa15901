import type { ExportedAsset } from "@/contract/exports";
import { useSavedViews } from "@/data/browser-storage/saved-views";
import { useApi } from "@/data/client/api-context";
import type { ExportListFilters } from "@/features/exports/model/export-filters";
import { paths } from "@/lib/url/paths";
import { ListViewOptions } from "@/ui/collection-table/list-view-options";
import type { Column } from "@/ui/data-table/data-table-types";
import { DEFAULT_EXPORT_COLUMNS, EXPORT_LEAD_COLUMN, EXPORT_WIDTHS_KEY } from "./export-columns";

interface ExportViewOptionsProps {
  readonly filters: ExportListFilters;
  readonly columns: readonly Column<ExportedAsset>[];
  readonly onChange: (changes: Partial<ExportListFilters>) => void;
}

export function ExportViewOptions({ filters, columns, onChange }: ExportViewOptionsProps) {
  const api = useApi();
  return (
    <ListViewOptions
      path={paths.exports(api.projectId)}
      savedViews={useSavedViews(api, "exports")}
      columns={columns}
      leadColumnId={EXPORT_LEAD_COLUMN}
      defaultColumnIds={DEFAULT_EXPORT_COLUMNS}
      settings={filters}
      onChange={onChange}
      widthsKey={EXPORT_WIDTHS_KEY}
    />
  );
}
