import { useSavedViews } from "@/data/browser-storage/saved-views";
import { useApi } from "@/data/client/api-context";
import type { RecipientFilters } from "@/features/subscriptions/recipients/model/recipient-filters";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { complete, fields } from "@/features/subscriptions/recipients/model/recipient-search";
import type { ParsedQuery } from "@/lib/query/query-text";
import { paths } from "@/lib/url/paths";
import { ListViewOptions } from "@/ui/collection-table/list-view-options";
import { SearchTools } from "@/ui/collection-table/search-tools";
import type { Column } from "@/ui/data-table/data-table-types";
import { DownloadButton } from "@/ui/download/download-button";
import { RECIPIENT_LEAD_COLUMN, RECIPIENT_WIDTHS_KEY } from "./recipient-columns";

interface RecipientToolsProps {
  readonly filters: RecipientFilters;
  readonly query: string;
  readonly parsed: ParsedQuery;
  readonly onQuery: (query: string) => void;
  readonly onChange: (changes: Partial<RecipientFilters>) => void;
  /** Unfiltered, for suggestions. */
  readonly recipients: readonly Recipient[];
  /** Includes hidden columns. */
  readonly columns: readonly Column<Recipient>[];
  readonly defaultColumns: readonly string[];
  readonly onDownload: () => void;
}

const RECIPIENT_SEARCH = { fields, complete };

export function RecipientTools(props: RecipientToolsProps) {
  const { filters, query, parsed, onQuery, onChange, recipients, columns, defaultColumns } = props;
  const api = useApi();
  const savedViews = useSavedViews(api, "recipients");
  return (
    <SearchTools
      label="Search recipients"
      placeholder="Search or filter: is:outside domain:example.com deliveries:>3"
      query={query}
      onQueryChange={onQuery}
      found={{ search: RECIPIENT_SEARCH, parsed }}
      rows={recipients}
    >
      <ListViewOptions
        path={paths.recipients(api.projectId)}
        savedViews={savedViews}
        columns={columns}
        leadColumnId={RECIPIENT_LEAD_COLUMN}
        defaultColumnIds={defaultColumns}
        settings={filters}
        onChange={onChange}
        widthsKey={RECIPIENT_WIDTHS_KEY}
      />
      <DownloadButton onClick={props.onDownload} />
    </SearchTools>
  );
}
