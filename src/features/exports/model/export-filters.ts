import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import { formatListSearchParams, type ListSearchParams } from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

export type ExportListFilters = ListSearchParams;

/**
 * Returns the query string with "?", or an empty string for the defaults.
 * @param otherParams parameters of the URL to preserve
 */
export function formatExportListFilters(filters: ExportListFilters, otherParams?: URLSearchParams): string {
  return buildSearch(formatListSearchParams(filters), otherParams);
}

/** Stores the list's URL, so that other pages can link back to it. */
export const { useRememberListUrl: useRememberExportList, useLastListUrl: useLastExportList } =
  createListUrlMemory<ExportListFilters>();
