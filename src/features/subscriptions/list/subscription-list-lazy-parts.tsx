import type { SubscriptionListEmptyProps } from "@/features/subscriptions/model/subscription-list-empty";
import { whenContentReady } from "@/lib/scheduler/when-content-ready";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";

// These parts load after the rows.
export const { Component: LazySubscriptionViewOptions } = lazyPage(
  () => whenContentReady().then(() => import("./subscription-view-options")),
  "SubscriptionViewOptions",
);
export const LazySubscriptionListDownload = lazyOverlay(
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
export const { Component: LazyFirstResults } = lazyPage(() => import("./first-results"), "FirstResults");
// The summary shares its rules with the search, so the list renders it once the search is loaded.
export const { Component: LazyHealthSummary } = lazyPage(
  () => import("@/features/subscriptions/health/health-summary"),
  "HealthSummary",
);
