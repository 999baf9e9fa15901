import {
  formatListSearchParams,
  type ListSearchParams,
  parseListSearchParams,
} from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

export interface GroupFilters extends ListSearchParams {
  /** Key of the group that is open in the drawer. */
  readonly open: string | null;
}

/**
 * Returns functions that parse and format the URL of a page.
 * @param openParam name of the parameter for the open group
 */
export function createGroupFilters(openParam: string) {
  return {
    /** Invalid parameters are ignored. */
    parse: (search: URLSearchParams): GroupFilters => ({
      ...parseListSearchParams(search),
      open: search.get(openParam) || null,
    }),
    /** Returns the query string with its "?", or an empty string for the defaults. */
    format: (filters: GroupFilters): string =>
      buildSearch({ ...formatListSearchParams(filters), [openParam]: filters.open }),
  };
}
