import {
  formatListSearchParams,
  type ListSearchParams,
  parseListSearchParams,
} from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

export interface GroupFilters extends ListSearchParams {
  /** Key of the group in the drawer. */
  readonly open: string | null;
}

/**
 * Creates functions that parse and format a page's URL parameters.
 * @param openParam name of the parameter for the open group
 */
export function createGroupFilters(openParam: string) {
  return {
    /** Ignores invalid parameters. */
    parse: (search: URLSearchParams): GroupFilters => ({
      ...parseListSearchParams(search),
      open: search.get(openParam) || null,
    }),
    /** Returns the query string with "?", or an empty string for the defaults. */
    format: (filters: GroupFilters): string =>
      buildSearch({ ...formatListSearchParams(filters), [openParam]: filters.open }),
  };
}
