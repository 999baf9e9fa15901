import { useLocation } from "react-router-dom";
import { requestColumnResize, resetColumnWidths } from "@/ui/data-table/column-widths";
import { SavedViewsMenu } from "@/ui/saved-views/saved-views-menu";
import { ColumnMenu } from "./column-menu";

export interface ListViewSettings {
  /** IDs of the visible optional columns. Null for the default columns. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

interface ListViewOptionsProps {
  /** Path of the list without search parameters. */
  readonly path: string;
  readonly savedViews: {
    readonly views: readonly { readonly id: string; readonly name: string; readonly search: string }[];
    readonly save: (name: string, search: string) => boolean;
    readonly rename: (id: string, name: string) => boolean;
    readonly remove: (id: string) => (() => void) | null;
    readonly error: string | null;
  };
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly leadColumnId: string;
  readonly defaultColumnIds: readonly string[];
  readonly settings: ListViewSettings;
  readonly onChange: (changes: Partial<ListViewSettings>) => void;
  readonly widthsKey: string;
}

/**
 * Shows the controls for saved views, columns, and density. Import this component lazily, because
 * few first visits need it.
 */
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

/** Returns null for the default columns, which aren't stored in the URL. */
function toCustomColumnIds(
  columnIds: readonly string[],
  defaultColumnIds: readonly string[],
): readonly string[] | null {
  const isDefault =
    columnIds.length === defaultColumnIds.length && defaultColumnIds.every((id) => columnIds.includes(id));
  return isDefault ? null : columnIds;
}
