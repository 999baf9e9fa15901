import type { SubscriptionView } from "@/data/subscriptions/subscription-collections";
import {
  DEFAULT_LIST_SEARCH_PARAMS,
  formatListSearchParams,
  type ListSearchParams,
  parseListSearchParams,
} from "@/lib/search/list-search-params";
import { buildSearch, readChoiceParam } from "@/lib/url/url-state";

/** What the list's address says: which records, in which order and form. */
export interface SubscriptionListFilters extends ListSearchParams {
  readonly view: SubscriptionView;
}

/** The list as it is without a word in its address. */
export const DEFAULT_LIST_FILTERS: SubscriptionListFilters = {
  view: "active",
  ...DEFAULT_LIST_SEARCH_PARAMS,
};

const LIST_VIEWS = ["active", "bin"] as const;
/** Who asks for what was deleted asks for the bin: no other list has it. */
const DELETED_QUERY = /(?:^|\s)is:deleted(?=\s|$)/i;

/** Reads the address leniently: whatever makes no sense counts as not said. */
export function parseSubscriptionListFilters(search: URLSearchParams): SubscriptionListFilters {
  const listParams = parseListSearchParams(search);
  const view = DELETED_QUERY.test(listParams.query)
    ? "bin"
    : readChoiceParam(search, "view", LIST_VIEWS, "active");
  return { view, ...listParams };
}

/** The address of the filters, from "?" on; empty for the plain list. Parameters of others are kept. */
export function formatSubscriptionListFilters(
  filters: SubscriptionListFilters,
  otherParams?: URLSearchParams,
): string {
  const isDefault = filters.view === "active" || DELETED_QUERY.test(filters.query);
  return buildSearch(
    { view: isDefault ? null : filters.view, ...formatListSearchParams(filters) },
    otherParams,
  );
}

/** The number of a record in an address; null when it is none. */
export function parseSubscriptionId(text: string | undefined | null): number | null {
  const id = /^\d+$/.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}
