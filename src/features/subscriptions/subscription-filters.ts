import type { SubscriptionView } from "@/data/subscription-collections";
import type { SortStep } from "@/lib/record-order";
import { readSort, writeSort } from "@/lib/sort-text";
import { readChoice, writeParams } from "@/lib/url-state";

/** What the list's address says: which records, in which order and form. */
export interface ListFilters {
  readonly view: SubscriptionView;
  /** In the query language, as it was typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** Columns beside the title, by id and in their order; null for the usual ones. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

/** The list as it is without a word in its address. */
export const PLAIN_LIST: ListFilters = {
  view: "active",
  query: "",
  sort: [],
  columns: null,
  density: "comfortable",
};

const VIEWS = ["active", "bin"] as const;
const DENSITIES = ["comfortable", "compact"] as const;
/** Who asks for what was deleted asks for the bin: no other list has it. */
const ASKS_FOR_BIN = /(?:^|\s)is:deleted(?=\s|$)/i;

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function readListFilters(search: URLSearchParams): ListFilters {
  const query = search.get("q") ?? "";
  const columns = search.get("cols");
  return {
    view: ASKS_FOR_BIN.test(query) ? "bin" : readChoice(search, "view", VIEWS, "active"),
    query,
    sort: readSort(search.get("sort") ?? ""),
    columns: columns === null ? null : columns.split(",").filter(Boolean),
    density: readChoice(search, "density", DENSITIES, "comfortable"),
  };
}

/** The address of the filters, from "?" on; empty for the plain list. Parameters of others are kept. */
export function writeListFilters(
  filters: ListFilters,
  others: URLSearchParams = new URLSearchParams(),
): string {
  const said = {
    view: ASKS_FOR_BIN.test(filters.query) ? "active" : filters.view,
    q: filters.query,
    sort: writeSort(filters.sort),
    // No column at all is a choice as well.
    cols: filters.columns === null ? null : filters.columns.join(",") || ",",
    density: filters.density,
  };
  const text = writeParams(others, said, { view: "active", density: "comfortable" }).toString();
  return text && `?${text}`;
}

/** The number of a record in an address; null when it is none. */
export function readId(text: string | undefined | null): number | null {
  const id = /^\d+$/.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}
