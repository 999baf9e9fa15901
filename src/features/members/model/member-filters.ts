import { formatListSearchParams, type ListSearchParams } from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

/** What the list's address says: which members, in which order and form. */
export type MemberListFilters = ListSearchParams;

/** The address of the filters, from "?" on; empty for the plain list. Parameters of others are kept. */
export function formatMemberListFilters(filters: MemberListFilters, otherParams?: URLSearchParams): string {
  return buildSearch(formatListSearchParams(filters), otherParams);
}

/** The search for explicit levels that change nothing. */
export const REDUNDANT_QUERY = "is:redundant";
