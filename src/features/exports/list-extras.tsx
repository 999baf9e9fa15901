import { lazy } from "react";

/** What few need at once: loaded behind the rows. */
export const Arrange = lazy(() =>
  import("./export-arrangement").then((module) => ({ default: module.Arrange })),
);
/** Loaded when it is asked for. */
export const Download = lazy(() =>
  import("./export-list-download").then((module) => ({ default: module.Download })),
);
/** Loaded when there is something selected. */
export const Selection = lazy(() =>
  import("./export-selection").then((module) => ({ default: module.ExportSelection })),
);
/** Loaded when there are no rows. */
export const NoRows = lazy(() =>
  import("./export-list-empty").then((module) => ({ default: module.NoRows })),
);
