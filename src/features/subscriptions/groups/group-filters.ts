import {
  formatListSearchParams,
  type ListSearchParams,
  parseListSearchParams,
} from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

/** URL state of a page with groups. */
export interface GroupFilters extends ListSearchParams {
  /** Key of the group in the drawer. */
  readonly open: string | null;
}

/** Returns functions for a page whose open group is in the parameter `openParam`. */
export function createGroupFilters(openParam: string) {
  return {
    /** Ignores invalid values. */
    parse: (search: URLSearchParams): GroupFilters => ({
      ...parseListSearchParams(search),
      open: search.get(openParam) || null,
    }),
    /** Returns the query string with "?", or an empty string for the defaults. */
    format: (filters: GroupFilters): string =>
      buildSearch({ ...formatListSearchParams(filters), [openParam]: filters.open }),
  };
}
