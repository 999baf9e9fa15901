import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { SubscriptionListFilters } from "./subscription-filters";

/** Remembers the last list URL so that breadcrumbs lead back to it. */
export const { useRememberListUrl: useRememberSubscriptionList, useLastListUrl: useLastSubscriptionList } =
  createListUrlMemory<SubscriptionListFilters>();
