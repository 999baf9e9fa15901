import type { ExplicitMember } from "@/contract/members";
import { useSavedViews } from "@/data/browser-storage/saved-views";
import { useApi } from "@/data/client/api-context";
import type { MemberListFilters } from "@/features/members/model/member-filters";
import { paths } from "@/lib/url/paths";
import { ListViewOptions } from "@/ui/collection-table/list-view-options";
import type { Column } from "@/ui/data-table/data-table-types";
import { DEFAULT_MEMBER_COLUMNS, MEMBER_LEAD_COLUMN, MEMBER_WIDTHS_KEY } from "./member-columns";

interface MemberViewOptionsProps {
  readonly filters: MemberListFilters;
  readonly columns: readonly Column<ExplicitMember>[];
  readonly onChange: (changes: Partial<MemberListFilters>) => void;
}

export function MemberViewOptions({ filters, columns, onChange }: MemberViewOptionsProps) {
  const api = useApi();
  return (
    <ListViewOptions
      path={paths.members(api.projectId)}
      savedViews={useSavedViews(api, "members")}
      columns={columns}
      leadColumnId={MEMBER_LEAD_COLUMN}
      defaultColumnIds={DEFAULT_MEMBER_COLUMNS}
      settings={filters}
      onChange={onChange}
      widthsKey={MEMBER_WIDTHS_KEY}
    />
  );
}
