import type { SubscriptionListEmptyProps } from "@/features/subscriptions/model/subscription-list-empty";
import { lazyPage } from "@/ui/hooks/lazy-page";

// These parts load after the rows, which are needed first.
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
// The summary uses the same rules as the search, so both load together.
export const { Component: LazyHealthSummary } = lazyPage(
  () => import("@/features/subscriptions/health/health-summary"),
  "HealthSummary",
);
