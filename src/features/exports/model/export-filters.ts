import { formatListSearchParams, type ListSearchParams } from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

/** The state of the list as stored in its URL. */
export type ExportListFilters = ListSearchParams;

/** Returns the query string, starting with "?"; empty for the defaults. Keeps other parameters. */
export function formatExportListFilters(filters: ExportListFilters, otherParams?: URLSearchParams): string {
  return buildSearch(formatListSearchParams(filters), otherParams);
}
