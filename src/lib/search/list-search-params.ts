import { readChoice } from "@/lib/url/url-state";
import type { SortStep } from "./record-order";
import { readSort, writeSort } from "./sort-param";

/** What the address of every list says: which rows, in which order and form. */
export interface ListAddress {
  /** In the query language, as it was typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** Ids of the columns beside the leading one, in their order; null for the usual ones. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

/** A list without a word in its address. */
export const PLAIN_ADDRESS: ListAddress = { query: "", sort: [], columns: null, density: "comfortable" };

const DENSITIES = ["comfortable", "compact"] as const;

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function readListAddress(search: URLSearchParams): ListAddress {
  const columns = search.get("cols");
  return {
    query: search.get("q") ?? "",
    sort: readSort(search.get("sort") ?? ""),
    columns: columns === null ? null : columns.split(",").filter(Boolean),
    density: readChoice(search, "density", DENSITIES, "comfortable"),
  };
}

/** What of it is to stand in the address; to be written with what else the page says there. */
export function listParams({ query, sort, columns, density }: ListAddress) {
  return {
    q: query,
    sort: writeSort(sort),
    // No column at all is a choice as well.
    cols: columns === null ? null : columns.join(",") || ",",
    density: density === PLAIN_ADDRESS.density ? null : density,
  };
}
