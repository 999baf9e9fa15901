import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { SubscriptionListFilters } from "./subscription-filters";

/** Stores the list's URL, to which breadcrumbs link back. */
export const { useRememberListUrl: useRememberSubscriptionList, useLastListUrl: useLastSubscriptionList } =
  createListUrlMemory<SubscriptionListFilters>();
