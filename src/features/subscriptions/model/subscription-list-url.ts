import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { SubscriptionListFilters } from "./subscription-filters";

/** Remembers the list's last URL, for breadcrumbs that lead back to the same view. */
export const { useRememberListUrl: useRememberSubscriptionList, useLastListUrl: useLastSubscriptionList } =
  createListUrlMemory<SubscriptionListFilters>();
