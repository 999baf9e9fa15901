import { useLocation } from "react-router-dom";
import { requestColumnResize, resetColumnWidths } from "@/ui/data-table/column-widths";
import { SavedViewsMenu } from "@/ui/saved-views/saved-views-menu";
import { ColumnMenu } from "./column-menu";

/** How the rows of a list look. */
export interface ListViewSettings {
  /** Ids of the columns beside the leading one; null for the usual ones. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

interface ListViewOptionsProps {
  /** The list's own address, without a search. */
  readonly path: string;
  readonly savedViews: {
    readonly views: readonly { readonly id: string; readonly name: string; readonly search: string }[];
    readonly save: (name: string, search: string) => boolean;
    readonly rename: (id: string, name: string) => boolean;
    readonly remove: (id: string) => (() => void) | null;
    readonly error: string | null;
  };
  /** All there are, shown or not. */
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  /** The column that every row needs. */
  readonly leadColumnId: string;
  /** Ids of those beside it that are shown without a choice. */
  readonly defaultColumnIds: readonly string[];
  readonly settings: ListViewSettings;
  readonly onChange: (changes: Partial<ListViewSettings>) => void;
  readonly widthsKey: string;
}

/** Saved views of a list, its columns and the height of its rows. Import it lazily: few first visits need it. */
export function ListViewOptions(props: ListViewOptionsProps) {
  const { path, savedViews, columns, leadColumnId, defaultColumnIds, settings, onChange, widthsKey } = props;
  const search = useLocation().search.slice(1);
  return (
    <>
      <SavedViewsMenu
        views={savedViews.views}
        currentSearch={search}
        linkTo={(view) => `${path}${view && `?${view}`}`}
        onSave={(name) => savedViews.save(name, search)}
        onRename={savedViews.rename}
        onRemove={savedViews.remove}
        error={savedViews.error}
      />
      <ColumnMenu
        columns={columns.map(({ id, header }) => ({ id, header, canHide: id !== leadColumnId }))}
        visibleIds={[leadColumnId, ...(settings.columns ?? defaultColumnIds)]}
        onChange={(visibleIds) =>
          onChange({
            columns: toCustomColumnIds(
              visibleIds.filter((id) => id !== leadColumnId),
              defaultColumnIds,
            ),
          })
        }
        density={settings.density}
        onDensityChange={(density) => onChange({ density })}
        onResetWidths={() => resetColumnWidths(widthsKey)}
        onResizeColumn={(columnId, deltaPx) => requestColumnResize(widthsKey, { columnId, deltaPx })}
      />
    </>
  );
}

/** What the address says of a choice: nothing of the usual one. */
function toCustomColumnIds(
  columnIds: readonly string[],
  defaultColumnIds: readonly string[],
): readonly string[] | null {
  const isDefault =
    columnIds.length === defaultColumnIds.length && defaultColumnIds.every((id) => columnIds.includes(id));
  return isDefault ? null : columnIds;
}
