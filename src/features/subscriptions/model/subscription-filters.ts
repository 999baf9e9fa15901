import type { Subscription } from "@/api/subscriptions";
import { createListUrlMemory } from "@/data/browser-storage/local-storage";
import type { SubscriptionView } from "@/data/subscriptions/subscriptions";
import { paths } from "@/lib/url/paths";
import {
  buildSearch,
  DEFAULT_LIST_SEARCH_PARAMS,
  formatListSearchParams,
  type ListSearchParams,
  parseListSearchParams,
  readChoiceParam,
} from "@/lib/url/url-state";
import { createCollectionSearch } from "@/ui/collection-table/collection-search";

export interface SubscriptionListFilters extends ListSearchParams {
  readonly view: SubscriptionView;
}

export const DEFAULT_LIST_FILTERS: SubscriptionListFilters = {
  view: "active",
  ...DEFAULT_LIST_SEARCH_PARAMS,
};

const LIST_VIEWS = ["active", "trash"] as const;
/** Matches a search for deleted records, which are only in Trash. */
const DELETED_QUERY = /(?:^|\s)is:deleted(?=\s|$)/i;

/** Parses the URL's parameters. Ignores invalid ones. */
export function parseSubscriptionListFilters(search: URLSearchParams): SubscriptionListFilters {
  const listParams = parseListSearchParams(search);
  const view =
    DELETED_QUERY.test(listParams.query) || search.get("view") === "bin" // Old links use `bin`.
      ? "trash"
      : readChoiceParam(search, "view", LIST_VIEWS, "active");
  return { view, ...listParams };
}

/**
 * Returns the query string with "?", or an empty string for the defaults.
 * @param otherParams parameters of the URL to preserve
 */
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

/** Returns the URL of the list with a search. */
export function subscriptionListUrl(projectId: string, query: string, view?: SubscriptionView): string {
  const filters = { ...DEFAULT_LIST_FILTERS, query, ...(view && { view }) };
  return `${paths.subscriptions(projectId)}${formatSubscriptionListFilters(filters)}`;
}

export const subscriptionSearch = createCollectionSearch(() =>
  import("@/features/subscriptions/search/subscription-search").then(
    ({ SUBSCRIPTION_SEARCH }) => SUBSCRIPTION_SEARCH,
  ),
);
export const { load: loadSubscriptionSearch } = subscriptionSearch;

export const SUBSCRIPTION_NOUN = { singular: "subscription", plural: "subscriptions" };

export function subscriptionId({ id }: Subscription): number {
  return id;
}

/** Stores the list's URL, so that breadcrumbs can link back to it. */
export const { useRememberListUrl: useRememberSubscriptionList, useLastListUrl: useLastSubscriptionList } =
  createListUrlMemory<SubscriptionListFilters>();
