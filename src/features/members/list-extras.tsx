import { lazy } from "react";

/** What few need at once: loaded behind the rows. */
export const Arrange = lazy(() =>
  import("./member-arrangement").then((module) => ({ default: module.Arrange })),
);
/** Loaded when it is asked for. */
export const Download = lazy(() =>
  import("./member-download").then((module) => ({ default: module.Download })),
);
/** Loaded when there is something selected. */
export const Selection = lazy(() =>
  import("./member-selection").then((module) => ({ default: module.MemberSelection })),
);
/** Loaded when there are no rows. */
export const NoRows = lazy(() =>
  import("./member-list-empty").then((module) => ({ default: module.NoRows })),
);
