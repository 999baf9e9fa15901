import { useLocation } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/api-context";
import { useSavedViews } from "@/data/saved-views";
import { paths } from "@/lib/paths";
import { ColumnMenu } from "@/ui/column-menu";
import { resetColumnWidths } from "@/ui/column-widths";
import type { Column } from "@/ui/data-table";
import { SavedViewsMenu } from "@/ui/saved-views-menu";
import { USUAL_COLUMNS, WIDTHS_KEY } from "./subscription-columns";
import type { ListFilters } from "./subscription-filters";

interface ArrangeProps {
  readonly filters: ListFilters;
  readonly columns: readonly Column<Subscription>[];
  readonly onChange: (part: Partial<ListFilters>) => void;
}

/** Saved views of the list, its columns and the height of its rows. */
export function Arrange({ filters, columns, onChange }: ArrangeProps) {
  const api = useApi();
  const { search } = useLocation();
  const saved = useSavedViews(api, "subscriptions");
  return (
    <>
      <SavedViewsMenu
        views={saved.views}
        current={search.slice(1)}
        linkTo={(view) => `${paths.subscriptions(api.projectId)}${view && `?${view}`}`}
        onSave={(name) => saved.save(name, search.slice(1))}
        onRename={saved.rename}
        onRemove={saved.remove}
        error={saved.error}
      />
      <ColumnMenu
        columns={columns.map(({ id, header }) => ({ id, header, canHide: id !== "title" }))}
        visible={["title", ...(filters.columns ?? USUAL_COLUMNS)]}
        onChange={(visible) => onChange({ columns: chosenOf(visible) })}
        density={filters.density}
        onDensityChange={(density) => onChange({ density })}
        onResetWidths={() => resetColumnWidths(WIDTHS_KEY)}
      />
    </>
  );
}

/** What the address says of a choice: nothing of the usual one. */
function chosenOf(visible: readonly string[]): readonly string[] | null {
  const chosen = visible.filter((id) => id !== "title");
  const isUsual = chosen.length === USUAL_COLUMNS.length && USUAL_COLUMNS.every((id) => chosen.includes(id));
  return isUsual ? null : chosen;
}
