import { useApi } from "@/data/api-context";
import { useSavedViews } from "@/data/saved-views";
import { paths } from "@/lib/paths";
import type { ParsedQuery } from "@/lib/query-text";
import type { Column } from "@/ui/data-table-types";
import { ListArrangement } from "@/ui/list-arrangement";
import { SearchTools } from "@/ui/search-tools";
import type { Recipient } from "./recipient-book";
import { LEAD, WIDTHS_KEY } from "./recipient-columns";
import type { RecipientFilters } from "./recipient-filters";
import { complete, fields } from "./recipient-search";

interface RecipientToolsProps {
  readonly filters: RecipientFilters;
  readonly query: string;
  readonly parsed: ParsedQuery;
  readonly onQuery: (query: string) => void;
  readonly onChange: (part: Partial<RecipientFilters>) => void;
  /** All recipients, for completion. */
  readonly recipients: readonly Recipient[];
  /** All columns, shown or not. */
  readonly columns: readonly Column<Recipient>[];
  /** Ids of those that are shown without a choice, beside the address. */
  readonly usual: readonly string[];
}

const SEARCH = { fields, complete };

/** What finds and arranges the recipients: the search, saved views, columns. */
export function RecipientTools(props: RecipientToolsProps) {
  const { filters, query, parsed, onQuery, onChange, recipients, columns, usual } = props;
  const api = useApi();
  const saved = useSavedViews(api, "recipients");
  return (
    <SearchTools
      label="Search recipients"
      placeholder="Search, or narrow down: is:outside domain:example.com deliveries:>3"
      query={query}
      onQuery={onQuery}
      found={{ search: SEARCH, parsed }}
      rows={recipients}
    >
      <ListArrangement
        path={paths.recipients(api.projectId)}
        saved={saved}
        columns={columns}
        lead={LEAD}
        usual={usual}
        look={filters}
        onChange={onChange}
        widthsKey={WIDTHS_KEY}
      />
    </SearchTools>
  );
}
