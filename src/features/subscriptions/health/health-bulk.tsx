import { lazy } from "react";

/** The preview and run of planned writes, loaded when something is to be written. */
export const BulkReview = lazy(() =>
  import("../bulk/bulk-review").then((module) => ({ default: module.BulkReview })),
);
/** Asks for what a bulk operation needs. */
export const BulkDialog = lazy(() =>
  import("../bulk/bulk-dialog").then((module) => ({ default: module.BulkDialog })),
);
