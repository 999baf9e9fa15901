import type { SortStep } from "@/lib/search/record-order";
import { formatSortParam, parseSortParam } from "@/lib/search/sort-param";
import { buildSearch } from "@/lib/url/url-state";

/** What the journal's address says: which writes, in which order, and which of them is open. */
export interface JournalFilters {
  /** In the query language, as it was typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** Id of the entry that is open. */
  readonly entry: string | null;
}

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function parseJournalFilters(search: URLSearchParams): JournalFilters {
  return {
    query: search.get("q") ?? "",
    sort: parseSortParam(search.get("sort") ?? ""),
    entry: search.get("entry"),
  };
}

/** The address of the filters, from "?" on; empty for the plain journal. */
export function formatJournalFilters({ query, sort, entry }: JournalFilters): string {
  return buildSearch({ q: query, sort: formatSortParam(sort), entry });
}
