import { Button } from "@mantine/core";
import { Suspense } from "react";
import type { Subscription } from "@/contract/subscriptions";
import type { Column } from "@/ui/data-table";
import { ChevronDownIcon, ListIcon, SettingsIcon } from "@/ui/icons";
import { QueryField } from "@/ui/query-field";
import { Arrange } from "./list-extras";
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
  /** All there are, shown or not. */
  readonly columns: readonly Column<Subscription>[];
}

/** What finds and arranges the records: the search, saved views, columns. */
export function SubscriptionListTools(props: SubscriptionListToolsProps) {
  const { filters, query, onQuery, onChange, found, records, columns } = props;
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
        complete={search ? (text, caret) => search.complete(text, caret, records) : undefined}
      />
      <div className={classes.arrange}>
        {/* What is asked for first must not wait for what is seldom asked for. */}
        <Suspense fallback={<ArrangeShape />}>
          {search ? <Arrange filters={filters} columns={columns} onChange={onChange} /> : <ArrangeShape />}
        </Suspense>
      </div>
    </div>
  );
}

/** The two buttons while their code is on its way: nothing moves when they can be used. */
function ArrangeShape() {
  const look = { variant: "default", tabIndex: -1, "aria-hidden": true } as const;
  return (
    <>
      <Button {...look} leftSection={<ListIcon />} rightSection={<ChevronDownIcon size={14} />}>
        Saved views
      </Button>
      <Button {...look} leftSection={<SettingsIcon />}>
        Columns
      </Button>
    </>
  );
}
