import { readChoiceParam } from "@/lib/url/url-state";
import type { SortStep } from "./record-order";
import { formatSortParam, parseSortParam } from "./sort-param";

/** Search parameters that all lists share. */
export interface ListSearchParams {
  /** In the query language, as it was typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** IDs of the optional columns in order. Null for the default ones. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

/** Defaults, for a URL without parameters. */
export const DEFAULT_LIST_SEARCH_PARAMS: ListSearchParams = {
  query: "",
  sort: [],
  columns: null,
  density: "comfortable",
};

const DENSITIES = ["comfortable", "compact"] as const;

/** Parses search parameters. Invalid values are ignored. */
export function parseListSearchParams(search: URLSearchParams): ListSearchParams {
  const columns = search.get("cols");
  return {
    query: search.get("q") ?? "",
    sort: parseSortParam(search.get("sort") ?? ""),
    columns: columns === null ? null : columns.split(",").filter(Boolean),
    density: readChoiceParam(search, "density", DENSITIES, "comfortable"),
  };
}

/** Returns the parameters to write, for merging with the page's own. */
export function formatListSearchParams({ query, sort, columns, density }: ListSearchParams) {
  return {
    q: query,
    sort: formatSortParam(sort),
    // No column at all is a choice as well.
    cols: columns === null ? null : columns.join(",") || ",",
    density: density === DEFAULT_LIST_SEARCH_PARAMS.density ? null : density,
  };
}
