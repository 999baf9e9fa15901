import { useLocation } from "react-router-dom";
import { useApi } from "@/data/api-context";
import { useSavedViews } from "@/data/saved-views";
import { paths } from "@/lib/paths";
import type { QueryMistake } from "@/lib/query-text";
import { ColumnMenu } from "@/ui/column-menu";
import { resetColumnWidths } from "@/ui/column-widths";
import type { Column } from "@/ui/data-table";
import { QueryField } from "@/ui/query-field";
import { SavedViewsMenu } from "@/ui/saved-views-menu";
import type { Recipient } from "./recipient-book";
import { WIDTHS_KEY } from "./recipient-columns";
import type { RecipientFilters } from "./recipient-filters";
import { complete, fields } from "./recipient-search";
import classes from "./recipients.module.css";

interface RecipientToolsProps {
  readonly filters: RecipientFilters;
  readonly query: string;
  readonly mistakes: readonly QueryMistake[];
  readonly onQuery: (query: string) => void;
  readonly onChange: (part: Partial<RecipientFilters>) => void;
  /** All recipients, for completion. */
  readonly recipients: readonly Recipient[];
  /** All columns, shown or not. */
  readonly columns: readonly Column<Recipient>[];
  /** Ids of those that are shown without a choice, beside the address. */
  readonly usual: readonly string[];
}

/** What finds and arranges the recipients: the search, saved views, columns. */
export function RecipientTools(props: RecipientToolsProps) {
  const { filters, query, mistakes, onQuery, onChange, recipients, columns, usual } = props;
  const api = useApi();
  const search = useLocation().search.slice(1);
  const saved = useSavedViews(api, "recipients");
  return (
    <div className={classes.tools} data-no-print>
      <QueryField
        label="Search recipients"
        placeholder="Search, or narrow down: is:outside domain:example.com deliveries:>3"
        value={query}
        onChange={onQuery}
        fields={fields}
        mistakes={mistakes}
        complete={(text, caret) => complete(text, caret, recipients)}
      />
      <div className={classes.arrange}>
        <SavedViewsMenu
          views={saved.views}
          current={search}
          linkTo={(view) => `${paths.recipients(api.projectId)}${view && `?${view}`}`}
          onSave={(name) => saved.save(name, search)}
          onRename={saved.rename}
          onRemove={saved.remove}
          error={saved.error}
        />
        <ColumnMenu
          columns={columns.map(({ id, header }) => ({ id, header, canHide: id !== "address" }))}
          visible={["address", ...(filters.columns ?? usual)]}
          onChange={(visible) => onChange({ columns: chosenOf(visible, usual) })}
          density={filters.density}
          onDensityChange={(density) => onChange({ density })}
          onResetWidths={() => resetColumnWidths(WIDTHS_KEY)}
        />
      </div>
    </div>
  );
}

/** What the address says of a choice: nothing of the usual one. */
function chosenOf(visible: readonly string[], usual: readonly string[]): readonly string[] | null {
  const chosen = visible.filter((id) => id !== "address");
  const isUsual = chosen.length === usual.length && usual.every((id) => chosen.includes(id));
  return isUsual ? null : chosen;
}
