import { readChoiceParam } from "@/lib/url/url-state";
import type { SortStep } from "./record-order";
import { formatSortParam, parseSortParam } from "./sort-param";

/** What the address of every list says: which rows, in which order and form. */
export interface ListSearchParams {
  /** In the query language, as it was typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** Ids of the columns beside the leading one, in their order; null for the usual ones. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

/** A list without a word in its address. */
export const DEFAULT_LIST_SEARCH_PARAMS: ListSearchParams = {
  query: "",
  sort: [],
  columns: null,
  density: "comfortable",
};

const DENSITIES = ["comfortable", "compact"] as const;

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function parseListSearchParams(search: URLSearchParams): ListSearchParams {
  const columns = search.get("cols");
  return {
    query: search.get("q") ?? "",
    sort: parseSortParam(search.get("sort") ?? ""),
    columns: columns === null ? null : columns.split(",").filter(Boolean),
    density: readChoiceParam(search, "density", DENSITIES, "comfortable"),
  };
}

/** What of it is to stand in the address; to be written with what else the page says there. */
export function formatListSearchParams({ query, sort, columns, density }: ListSearchParams) {
  return {
    q: query,
    sort: formatSortParam(sort),
    // No column at all is a choice as well.
    cols: columns === null ? null : columns.join(",") || ",",
    density: density === DEFAULT_LIST_SEARCH_PARAMS.density ? null : density,
  };
}
