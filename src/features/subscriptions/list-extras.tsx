import { lazy } from "react";

/** What few need at once: loaded behind the rows. */
export const Arrange = lazy(() =>
  import("./subscription-arrangement").then((module) => ({ default: module.Arrange })),
);
/** Loaded when it is asked for: a dialog's code is three times as much. */
export const Download = lazy(() =>
  import("./subscription-download").then((module) => ({ default: module.Download })),
);
/** Loaded when there is something selected. */
export const Selection = lazy(() =>
  import("./subscription-selection").then((module) => ({ default: module.SubscriptionSelection })),
);
/** Loaded when there are no rows. */
export const NoRows = lazy(() =>
  import("./subscription-list-empty").then((module) => ({ default: module.NoRows })),
);
/** Loaded with the search, whose rules it shares. */
export const HealthLine = lazy(() =>
  import("./health/health-line").then((module) => ({ default: module.HealthLine })),
);
