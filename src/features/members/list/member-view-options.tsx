import type { ExplicitMember } from "@/contract/members";
import { useSavedViews } from "@/data/browser-storage/saved-views";
import { useApi } from "@/data/client/api-context";
import type { ListFilters } from "@/features/members/model/member-filters";
import { paths } from "@/lib/url/paths";
import { ListArrangement } from "@/ui/collection-table/list-view-options";
import type { Column } from "@/ui/data-table/data-table-types";
import { LEAD, USUAL_COLUMNS, WIDTHS_KEY } from "./member-columns";

interface ArrangeProps {
  readonly filters: ListFilters;
  readonly columns: readonly Column<ExplicitMember>[];
  readonly onChange: (part: Partial<ListFilters>) => void;
}

/** Saved views of the list, its columns and the height of its rows. */
export function Arrange({ filters, columns, onChange }: ArrangeProps) {
  const api = useApi();
  return (
    <ListArrangement
      path={paths.members(api.projectId)}
      saved={useSavedViews(api, "members")}
      columns={columns}
      lead={LEAD}
      usual={USUAL_COLUMNS}
      look={filters}
      onChange={onChange}
      widthsKey={WIDTHS_KEY}
    />
  );
}
