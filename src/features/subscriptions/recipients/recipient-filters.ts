import type { SortStep } from "@/lib/record-order";
import { readSort, writeSort } from "@/lib/sort-text";
import { readChoice, writeParams } from "@/lib/url-state";

/** What the address of the recipients says: which ones, in which order and form, and the one that is open. */
export interface RecipientFilters {
  /** In the query language, as it was typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** Columns beside the address, by id; null for the usual ones. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
  /** The key of the recipient in the drawer. */
  readonly open: string | null;
}

const DENSITIES = ["comfortable", "compact"] as const;

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function readRecipientFilters(search: URLSearchParams): RecipientFilters {
  const columns = search.get("cols");
  return {
    query: search.get("q") ?? "",
    sort: readSort(search.get("sort") ?? ""),
    columns: columns === null ? null : columns.split(",").filter(Boolean),
    density: readChoice(search, "density", DENSITIES, "comfortable"),
    open: search.get("recipient") || null,
  };
}

/** The search of the page's address, without the question mark; empty for the plain page. */
export function writeRecipientFilters(filters: RecipientFilters): string {
  const said = {
    q: filters.query,
    sort: writeSort(filters.sort),
    // No column at all is a choice as well.
    cols: filters.columns === null ? null : filters.columns.join(",") || ",",
    density: filters.density,
    recipient: filters.open,
  };
  return writeParams(new URLSearchParams(), said, { density: "comfortable" }).toString();
}
