import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import {
  formatListSearchParams,
  type ListSearchParams,
  parseListSearchParams,
} from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

export type MemberListFilters = ListSearchParams;

/** Former ID of the organization column, in links and saved views from earlier versions. */
const FORMER_COLUMN = "organisation";

/** Parses search parameters. Ignores invalid values. */
export function parseMemberListFilters(params: URLSearchParams): MemberListFilters {
  const current = new URLSearchParams(params);
  for (const name of ["cols", "sort"]) {
    const ids = params.get(name);
    if (ids !== null) current.set(name, ids.replace(FORMER_COLUMN, "organization"));
  }
  return parseListSearchParams(current);
}

/** Returns the query string with "?", or an empty string for the defaults. Preserves `otherParams`. */
export function formatMemberListFilters(filters: MemberListFilters, otherParams?: URLSearchParams): string {
  return buildSearch(formatListSearchParams(filters), otherParams);
}

export const REDUNDANT_QUERY = "is:redundant";

/** Stores the list's URL, so that other pages can link back to it. */
export const { useRememberListUrl: useRememberMemberList, useLastListUrl: useLastMemberList } =
  createListUrlMemory<MemberListFilters>();
