import { formatListSearchParams, type ListSearchParams } from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

export type MemberListFilters = ListSearchParams;

/** Returns the query string with "?", or an empty string for the defaults. Preserves `otherParams`. */
export function formatMemberListFilters(filters: MemberListFilters, otherParams?: URLSearchParams): string {
  return buildSearch(formatListSearchParams(filters), otherParams);
}

export const REDUNDANT_QUERY = "is:redundant";
