import { createCollectionSearch } from "@/ui/collection-table/collection-search";

/** The search of deliveries, for every page that has one and for the palette. */
export const { load: loadSubscriptionSearch, useSearch: useSubscriptionSearch } = createCollectionSearch(
  () => import("./subscription-search"),
);
