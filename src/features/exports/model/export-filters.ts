import { formatListSearchParams, type ListSearchParams } from "@/lib/search/list-search-params";
import { buildSearch } from "@/lib/url/url-state";

/** What the list's address says: which records, in which order and form. */
export type ExportListFilters = ListSearchParams;

/** The address of the filters, from "?" on; empty for the plain list. Parameters of others are kept. */
export function formatExportListFilters(filters: ExportListFilters, otherParams?: URLSearchParams): string {
  return buildSearch(formatListSearchParams(filters), otherParams);
}
