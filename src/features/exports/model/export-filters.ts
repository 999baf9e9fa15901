import { type ListAddress, listParams } from "@/lib/search/list-search-params";
import { writeSearch } from "@/lib/url/url-state";

/** What the list's address says: which records, in which order and form. */
export type ListFilters = ListAddress;

/** The address of the filters, from "?" on; empty for the plain list. Parameters of others are kept. */
export function writeListFilters(filters: ListFilters, others?: URLSearchParams): string {
  return writeSearch(listParams(filters), others);
}
