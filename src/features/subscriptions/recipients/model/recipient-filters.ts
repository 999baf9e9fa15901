import {
  formatListSearchParams,
  type ListSearchParams,
  parseListSearchParams,
} from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

/** What the address of the recipients says: which ones, in which order and form, and the one that is open. */
export interface RecipientFilters extends ListSearchParams {
  /** The key of the recipient in the drawer. */
  readonly open: string | null;
}

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function parseRecipientFilters(search: URLSearchParams): RecipientFilters {
  return { ...parseListSearchParams(search), open: search.get("recipient") || null };
}

/** The address, from "?" on; empty for the plain page. */
export function formatRecipientFilters(filters: RecipientFilters): string {
  return buildSearch({ ...formatListSearchParams(filters), recipient: filters.open });
}
