import { createCollectionSearch } from "@/ui/collection-table/collection-search";

export const { load: loadSubscriptionSearch, useSearch: useSubscriptionSearch } = createCollectionSearch(
  () => import("./subscription-search"),
);
