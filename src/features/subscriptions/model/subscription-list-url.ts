import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { SubscriptionListFilters } from "./subscription-filters";

/** Stores the list's URL, so that breadcrumbs can link back to it. */
export const { useRememberListUrl: useRememberSubscriptionList, useLastListUrl: useLastSubscriptionList } =
  createListUrlMemory<SubscriptionListFilters>();
