import type { SortStep } from "@/lib/search/record-order";
import { formatSortParam, parseSortParam } from "@/lib/search/sort-param";
import { buildSearch } from "@/lib/url/url-state";

export interface JournalFilters {
  /** Search text in the query language, as typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** ID of the open entry. */
  readonly entry: string | null;
  /** ID of the bulk action whose changes are listed. */
  readonly open: string | null;
}

/** Parses the URL's parameters. Ignores invalid ones. */
export function parseJournalFilters(search: URLSearchParams): JournalFilters {
  return {
    query: search.get("q") ?? "",
    sort: parseSortParam(search.get("sort") ?? ""),
    entry: search.get("entry"),
    open: search.get("open"),
  };
}

/** Returns the query string with "?", or an empty string for the defaults. */
export function formatJournalFilters({ query, sort, entry, open }: JournalFilters): string {
  return buildSearch({ q: query, sort: formatSortParam(sort), open, entry });
}
