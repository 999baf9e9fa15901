import { lazyPage } from "@/ui/lazy-page";
import type { NoRowsProps } from "./subscription-list-empty";

/** What few need at once: loaded behind the rows. */
export const { Component: Arrange } = lazyPage(() => import("./subscription-arrangement"), "Arrange");
/** Loaded when it is asked for: a dialog's code is three times as much. */
export const { Component: Download } = lazyPage(() => import("./subscription-download"), "Download");
/** Loaded when there is something selected. */
export const { Component: Selection } = lazyPage(
  () => import("./subscription-selection"),
  "SubscriptionSelection",
);
/** Loaded when there are no rows. */
export const { Component: NoRows } = lazyPage<"NoRows", NoRowsProps>(
  () => import("./subscription-list-empty"),
  "NoRows",
);
/** Loaded with the search, whose rules it shares. */
export const { Component: HealthLine } = lazyPage(() => import("./health/health-line"), "HealthLine");
