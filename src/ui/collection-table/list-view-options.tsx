import { useLocation } from "react-router-dom";
import { nudgeColumnWidth, resetColumnWidths } from "@/ui/data-table/column-widths";
import { SavedViewsMenu } from "@/ui/saved-views/saved-views-menu";
import { ColumnMenu } from "./column-menu";

/** How the rows of a list look. */
export interface ListLook {
  /** Ids of the columns beside the leading one; null for the usual ones. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

interface ListArrangementProps {
  /** The list's own address, without a search. */
  readonly path: string;
  readonly saved: {
    readonly views: readonly { readonly id: string; readonly name: string; readonly search: string }[];
    readonly save: (name: string, search: string) => boolean;
    readonly rename: (id: string, name: string) => boolean;
    readonly remove: (id: string) => (() => void) | null;
    readonly error: string | null;
  };
  /** All there are, shown or not. */
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  /** The column that every row needs. */
  readonly lead: string;
  /** Ids of those beside it that are shown without a choice. */
  readonly usual: readonly string[];
  readonly look: ListLook;
  readonly onChange: (part: Partial<ListLook>) => void;
  readonly widthsKey: string;
}

/** Saved views of a list, its columns and the height of its rows. Import it lazily: few first visits need it. */
export function ListArrangement(props: ListArrangementProps) {
  const { path, saved, columns, lead, usual, look, onChange, widthsKey } = props;
  const search = useLocation().search.slice(1);
  return (
    <>
      <SavedViewsMenu
        views={saved.views}
        current={search}
        linkTo={(view) => `${path}${view && `?${view}`}`}
        onSave={(name) => saved.save(name, search)}
        onRename={saved.rename}
        onRemove={saved.remove}
        error={saved.error}
      />
      <ColumnMenu
        columns={columns.map(({ id, header }) => ({ id, header, canHide: id !== lead }))}
        visible={[lead, ...(look.columns ?? usual)]}
        onChange={(visible) =>
          onChange({
            columns: chosenOf(
              visible.filter((id) => id !== lead),
              usual,
            ),
          })
        }
        density={look.density}
        onDensityChange={(density) => onChange({ density })}
        onResetWidths={() => resetColumnWidths(widthsKey)}
        onNudgeWidth={(columnId, by) => nudgeColumnWidth(widthsKey, { columnId, by })}
      />
    </>
  );
}

/** What the address says of a choice: nothing of the usual one. */
function chosenOf(chosen: readonly string[], usual: readonly string[]): readonly string[] | null {
  const isUsual = chosen.length === usual.length && usual.every((id) => chosen.includes(id));
  return isUsual ? null : chosen;
}
