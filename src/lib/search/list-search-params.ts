import { readChoiceParam } from "@/lib/url/url-state";
import type { SortStep } from "./record-order";
import { formatSortParam, parseSortParam } from "./sort-param";

export interface ListSearchParams {
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** IDs of the visible optional columns in order. Null for the default columns. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

export const DEFAULT_LIST_SEARCH_PARAMS: ListSearchParams = {
  query: "",
  sort: [],
  columns: null,
  density: "comfortable",
};

const DENSITIES = ["comfortable", "compact"] as const;

/** Parses search parameters. Ignores invalid values. */
export function parseListSearchParams(search: URLSearchParams): ListSearchParams {
  const columns = search.get("cols");
  return {
    query: search.get("q") ?? "",
    sort: parseSortParam(search.get("sort") ?? ""),
    columns: columns === null ? null : columns.split(",").filter(Boolean),
    density: readChoiceParam(search, "density", DENSITIES, "comfortable"),
  };
}

/** Returns the parameters for the URL. Other parameters of the page aren't included. */
export function formatListSearchParams({ query, sort, columns, density }: ListSearchParams) {
  return {
    q: query,
    sort: formatSortParam(sort),
    // A comma represents no optional columns, because an empty value would remove the parameter.
    cols: columns === null ? null : columns.join(",") || ",",
    density: density === DEFAULT_LIST_SEARCH_PARAMS.density ? null : density,
  };
}
