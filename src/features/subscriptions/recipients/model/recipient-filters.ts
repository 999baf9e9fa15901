import { type ListAddress, listParams, readListAddress } from "@/lib/search/list-search-params";
import { writeSearch } from "@/lib/url/url-state";

/** What the address of the recipients says: which ones, in which order and form, and the one that is open. */
export interface RecipientFilters extends ListAddress {
  /** The key of the recipient in the drawer. */
  readonly open: string | null;
}

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function readRecipientFilters(search: URLSearchParams): RecipientFilters {
  return { ...readListAddress(search), open: search.get("recipient") || null };
}

/** The address, from "?" on; empty for the plain page. */
export function writeRecipientFilters(filters: RecipientFilters): string {
  return writeSearch({ ...listParams(filters), recipient: filters.open });
}
