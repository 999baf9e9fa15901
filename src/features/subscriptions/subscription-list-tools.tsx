import type { Subscription } from "@/contract/subscriptions";
import { QueryField } from "@/ui/query-field";
import type { ListFilters } from "./subscription-filters";
import classes from "./subscription-list-tools.module.css";
import type { SubscriptionSearch } from "./use-subscription-search";

interface SubscriptionListToolsProps {
  readonly filters: ListFilters;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onChange: (part: Partial<ListFilters>) => void;
  readonly found: SubscriptionSearch;
  readonly records: readonly Subscription[];
}

/** What finds and arranges the records: the search, saved views, columns. */
export function SubscriptionListTools({ query, onQuery, found, records }: SubscriptionListToolsProps) {
  const { search, parsed } = found;
  return (
    <div className={classes.tools} data-no-print>
      <QueryField
        label="Search deliveries"
        placeholder="Search, or narrow down: to:ana is:overdue next:today..+7d"
        value={query}
        onChange={onQuery}
        fields={search?.fields ?? []}
        mistakes={parsed.mistakes}
        {...(search && { complete: (text: string, caret: number) => search.complete(text, caret, records) })}
      />
    </div>
  );
}
