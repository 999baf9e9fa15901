import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/api-context";
import { useSavedViews } from "@/data/saved-views";
import { paths } from "@/lib/paths";
import type { Column } from "@/ui/data-table-types";
import { ListArrangement } from "@/ui/list-arrangement";
import { LEAD, USUAL_COLUMNS, WIDTHS_KEY } from "./export-columns";
import type { ListFilters } from "./export-filters";

interface ArrangeProps {
  readonly filters: ListFilters;
  readonly columns: readonly Column<ExportedAsset>[];
  readonly onChange: (part: Partial<ListFilters>) => void;
}

/** Saved views of the list, its columns and the height of its rows. */
export function Arrange({ filters, columns, onChange }: ArrangeProps) {
  const api = useApi();
  return (
    <ListArrangement
      path={paths.exports(api.projectId)}
      saved={useSavedViews(api, "exports")}
      columns={columns}
      lead={LEAD}
      usual={USUAL_COLUMNS}
      look={filters}
      onChange={onChange}
      widthsKey={WIDTHS_KEY}
    />
  );
}
