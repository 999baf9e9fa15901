import type { SortStep } from "@/lib/search/record-order";
import { readSort, writeSort } from "@/lib/search/sort-param";
import { writeSearch } from "@/lib/url/url-state";

/** What the journal's address says: which writes, in which order, and which of them is open. */
export interface JournalFilters {
  /** In the query language, as it was typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** Id of the entry that is open. */
  readonly entry: string | null;
}

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function readJournalFilters(search: URLSearchParams): JournalFilters {
  return {
    query: search.get("q") ?? "",
    sort: readSort(search.get("sort") ?? ""),
    entry: search.get("entry"),
  };
}

/** The address of the filters, from "?" on; empty for the plain journal. */
export function writeJournalFilters({ query, sort, entry }: JournalFilters): string {
  return writeSearch({ q: query, sort: writeSort(sort), entry });
}
