import type { NoRowsProps } from "@/features/subscriptions/model/subscription-list-empty";
import { lazyPage } from "@/ui/hooks/lazy-page";

/** What few need at once: loaded behind the rows. */
export const { Component: Arrange } = lazyPage(() => import("./subscription-view-options"), "Arrange");
/** Loaded when it is asked for: a dialog's code is three times as much. */
export const { Component: Download } = lazyPage(() => import("./subscription-list-download"), "Download");
/** Loaded when there is something selected. */
export const { Component: Selection } = lazyPage(
  () => import("./subscription-selection"),
  "SubscriptionSelection",
);
/** Loaded when there are no rows. */
export const { Component: NoRows } = lazyPage<"NoRows", NoRowsProps>(
  () => import("@/features/subscriptions/model/subscription-list-empty"),
  "NoRows",
);
/** Loaded with the search, whose rules it shares. */
export const { Component: HealthLine } = lazyPage(
  () => import("@/features/subscriptions/health/health-summary"),
  "HealthLine",
);
