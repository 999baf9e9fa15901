import type { SubscriptionListEmptyProps } from "@/features/subscriptions/model/subscription-list-empty";
import { lazyPage } from "@/ui/hooks/lazy-page";

/** What few need at once: loaded behind the rows. */
export const { Component: LazySubscriptionViewOptions } = lazyPage(
  () => import("./subscription-view-options"),
  "SubscriptionViewOptions",
);
/** Loaded when it is asked for: a dialog's code is three times as much. */
export const { Component: LazySubscriptionListDownload } = lazyPage(
  () => import("./subscription-list-download"),
  "SubscriptionListDownload",
);
/** Loaded when there is something selected. */
export const { Component: LazySubscriptionSelection } = lazyPage(
  () => import("./subscription-selection"),
  "SubscriptionSelection",
);
/** Loaded when there are no rows. */
export const { Component: LazySubscriptionListEmpty } = lazyPage<
  "SubscriptionListEmpty",
  SubscriptionListEmptyProps
>(() => import("@/features/subscriptions/model/subscription-list-empty"), "SubscriptionListEmpty");
/** Loaded with the search, whose rules it shares. */
export const { Component: LazyHealthSummary } = lazyPage(
  () => import("@/features/subscriptions/health/health-summary"),
  "HealthSummary",
);
