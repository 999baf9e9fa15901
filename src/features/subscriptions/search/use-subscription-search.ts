import { createCollectionSearch } from "@/ui/collection-table/collection-search";

export const subscriptionSearch = createCollectionSearch(() => import("./subscription-search"));
export const { load: loadSubscriptionSearch } = subscriptionSearch;
