import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { useSavedViews } from "@/data/saved-views";
import { paths } from "@/lib/paths";
import type { Column } from "@/ui/data-table-types";
import { ListArrangement } from "@/ui/list-arrangement";
import { LEAD, USUAL_COLUMNS, WIDTHS_KEY } from "./subscription-columns";
import type { ListFilters } from "./subscription-filters";

interface ArrangeProps {
  readonly filters: ListFilters;
  readonly columns: readonly Column<Subscription>[];
  readonly onChange: (part: Partial<ListFilters>) => void;
}

/** Saved views of the list, its columns and the height of its rows. */
export function Arrange({ filters, columns, onChange }: ArrangeProps) {
  const api = useApi();
  return (
    <ListArrangement
      path={paths.subscriptions(api.projectId)}
      saved={useSavedViews(api, "subscriptions")}
      columns={columns}
      lead={LEAD}
      usual={USUAL_COLUMNS}
      look={filters}
      onChange={onChange}
      widthsKey={WIDTHS_KEY}
    />
  );
}
