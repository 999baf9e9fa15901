import type { SubscriptionView } from "@/data/subscriptions/subscription-collections";
import {
  type ListAddress,
  listParams,
  PLAIN_ADDRESS,
  readListAddress,
} from "@/lib/search/list-search-params";
import { readChoice, writeSearch } from "@/lib/url/url-state";

/** What the list's address says: which records, in which order and form. */
export interface ListFilters extends ListAddress {
  readonly view: SubscriptionView;
}

/** The list as it is without a word in its address. */
export const PLAIN_LIST: ListFilters = { view: "active", ...PLAIN_ADDRESS };

const VIEWS = ["active", "bin"] as const;
/** Who asks for what was deleted asks for the bin: no other list has it. */
const ASKS_FOR_BIN = /(?:^|\s)is:deleted(?=\s|$)/i;

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function readListFilters(search: URLSearchParams): ListFilters {
  const address = readListAddress(search);
  const view = ASKS_FOR_BIN.test(address.query) ? "bin" : readChoice(search, "view", VIEWS, "active");
  return { view, ...address };
}

/** The address of the filters, from "?" on; empty for the plain list. Parameters of others are kept. */
export function writeListFilters(filters: ListFilters, others?: URLSearchParams): string {
  const isPlain = filters.view === "active" || ASKS_FOR_BIN.test(filters.query);
  return writeSearch({ view: isPlain ? null : filters.view, ...listParams(filters) }, others);
}

/** The number of a record in an address; null when it is none. */
export function readId(text: string | undefined | null): number | null {
  const id = /^\d+$/.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}
