import type { SortStep } from "@/lib/search/record-order";
import { formatSortParam, parseSortParam } from "@/lib/search/sort-param";
import { buildSearch } from "@/lib/url/url-state";

/** The state of the activity page as stored in its URL. */
export interface JournalFilters {
  /** In the query language, as typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** ID of the open entry. */
  readonly entry: string | null;
  /** ID of the bulk action whose changes are listed. */
  readonly open: string | null;
}

/** Never throws. Ignores invalid parameters. */
export function parseJournalFilters(search: URLSearchParams): JournalFilters {
  return {
    query: search.get("q") ?? "",
    sort: parseSortParam(search.get("sort") ?? ""),
    entry: search.get("entry"),
    open: search.get("open"),
  };
}

/** Returns the query string, starting with "?"; empty for the defaults. */
export function formatJournalFilters({ query, sort, entry, open }: JournalFilters): string {
  return buildSearch({ q: query, sort: formatSortParam(sort), open, entry });
}
