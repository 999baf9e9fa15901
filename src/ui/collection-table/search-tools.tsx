import type { ReactNode } from "react";
import type { ParsedQuery } from "@/lib/query/query-text";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { QueryField } from "@/ui/query-field/query-field";
import type { SearchLanguage } from "./collection-search";
import classes from "./search-tools.module.css";

interface SearchToolsProps<Row> {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly found: {
    /** Null until the search code has loaded. */
    readonly search: SearchLanguage<Row> | null;
    readonly parsed: Pick<ParsedQuery, "issues">;
    readonly names?: ReferenceNames;
  };
  /** All loaded rows, for completion. */
  readonly rows: readonly Row[];
  readonly children?: ReactNode;
}

export function SearchTools<Row>(props: SearchToolsProps<Row>) {
  const { query, onQueryChange, found, rows, children, ...field } = props;
  const { search, parsed } = found;
  return (
    <div className={classes.tools} data-no-print>
      <QueryField
        {...field}
        value={query}
        onChange={onQueryChange}
        fields={search?.fields ?? []}
        issues={parsed.issues}
        getCompletions={
          search ? (text, caret) => search.complete(text, caret, rows, found.names ?? NO_NAMES) : undefined
        }
      />
      {children !== undefined && <div className={classes.viewOptions}>{children}</div>}
    </div>
  );
}
