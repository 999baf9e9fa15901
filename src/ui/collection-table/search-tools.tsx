import { Button } from "@mantine/core";
import { type ReactNode, Suspense, useLayoutEffect, useRef } from "react";
import { NO_NAMES } from "@/lib/search/record-schema";
import { lazyPage } from "@/ui/overlay/lazy-overlay";
import { QueryField, type QueryFieldHandle } from "@/ui/query-field/query-field";
import { DownloadIcon, FilterIcon } from "@/ui/theme/icons";
import type { CollectionSearchResult } from "./collection-search";
import type { FilterChipsProps } from "./filter-chips";
import classes from "./search-tools.module.css";

export function SearchTools<Row>(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly found: Pick<CollectionSearchResult<Row>, "search" | "parsed" | "getCounter"> &
    Partial<Pick<CollectionSearchResult<Row>, "names" | "isFinding">>;
  readonly rows: readonly Row[];
  readonly children?: ReactNode;
}) {
  const { query, onQueryChange, found, rows, children, ...field } = props;
  const { search, parsed } = found;
  const handle = useRef<QueryFieldHandle>(null);
  const filters = parsed.terms.filter((term) => term.field !== null);
  return (
    <div data-no-print>
      <div className={classes.tools}>
        <QueryField
          {...field}
          ref={handle}
          value={query}
          onChange={onQueryChange}
          fields={search?.fields ?? []}
          issues={parsed.issues}
          isFinding={found.isFinding}
          getCompletions={
            search ? (text, caret) => search.complete(text, caret, rows, found.names ?? NO_NAMES) : undefined
          }
          suggestFilters={
            search
              ? async (text, signal) => {
                  const counter = found.getCounter();
                  return counter ? counter.index.suggestFilters(text, { ...counter, signal }) : [];
                }
              : undefined
          }
        />
        <Button
          className={classes.filter ?? ""}
          leftSection={<FilterIcon />}
          onClick={() => handle.current?.showFilters()}
        >
          Filter
        </Button>
        {children !== undefined && <div className={classes.viewOptions}>{children}</div>}
      </div>
      {filters.length > 0 && (
        <Suspense fallback={null}>
          <LazyFilterChips
            query={query}
            filters={filters}
            onChange={(next) => {
              onQueryChange(next);
              // The focused button disappears with the last filter.
              if (filters.length === 1) handle.current?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

// Loads after the rows, because few first visits need it.
const { Component: LazyFilterChips } = lazyPage<"FilterChips", FilterChipsProps>(
  () => import("./filter-chips"),
  "FilterChips",
);

export function DownloadButton(props: { readonly label?: string | undefined; readonly onClick: () => void }) {
  return (
    <Button leftSection={<DownloadIcon />} onClick={props.onClick}>
      {props.label ?? "Download"}
    </Button>
  );
}

/** Focuses the page's heading when the last row disappears. While rows remain, the table manages focus. */
export function useSearchBox(count: number, setQuery: (query: string) => void) {
  /** The element that contains the search and the list. */
  const box = useRef<HTMLDivElement>(null);
  const previousCount = useRef(count);
  // Read before the DOM update, because removed elements lose focus without an event.
  const hadFocus = box.current?.contains(document.activeElement) ?? false;

  useLayoutEffect(() => {
    const isEmptied = previousCount.current > 0 && count === 0;
    previousCount.current = count;
    // If focus isn't on the body, the user has already moved it.
    if (!isEmptied || !hadFocus || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("h1")?.focus();
  });
  /** Replaces the query from a button, which disappears with the search. */
  function search(query: string) {
    setQuery(query);
    box.current?.querySelector<HTMLElement>("[data-search-field]")?.focus();
  }
  return { box, clear: () => search(""), search };
}
