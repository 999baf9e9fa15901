import {
  formatListSearchParams,
  type ListSearchParams,
  parseListSearchParams,
} from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

/** URL state of the page. */
export interface RecipientFilters extends ListSearchParams {
  /** Key of the recipient in the drawer. */
  readonly open: string | null;
}

/** Ignores invalid values. */
export function parseRecipientFilters(search: URLSearchParams): RecipientFilters {
  return { ...parseListSearchParams(search), open: search.get("recipient") || null };
}

/** Returns the query string with "?", or an empty string for the defaults. */
export function formatRecipientFilters(filters: RecipientFilters): string {
  return buildSearch({ ...formatListSearchParams(filters), recipient: filters.open });
}
