import type { SubscriptionListEmptyProps } from "@/features/subscriptions/model/subscription-list-empty";
import { lazyPage } from "@/ui/hooks/lazy-page";

// Not needed for the first rows, so loaded after them.
export const { Component: LazySubscriptionViewOptions } = lazyPage(
  () => import("./subscription-view-options"),
  "SubscriptionViewOptions",
);
export const { Component: LazySubscriptionListDownload } = lazyPage(
  () => import("./subscription-list-download"),
  "SubscriptionListDownload",
);
export const { Component: LazySubscriptionSelection } = lazyPage(
  () => import("./subscription-selection"),
  "SubscriptionSelection",
);
export const { Component: LazySubscriptionListEmpty } = lazyPage<
  "SubscriptionListEmpty",
  SubscriptionListEmptyProps
>(() => import("@/features/subscriptions/model/subscription-list-empty"), "SubscriptionListEmpty");
// Shares its rules with the search and loads with it.
export const { Component: LazyHealthSummary } = lazyPage(
  () => import("@/features/subscriptions/health/health-summary"),
  "HealthSummary",
);
