import { lazy, type ReactNode } from "react";

/** The preview and run of planned writes, loaded when something is to be written. */
export const BulkReview = lazy(() =>
  import("../bulk/bulk-review").then((module) => ({ default: module.BulkReview })),
);
/** Asks for what a bulk operation needs. */
export const BulkDialog = lazy(() =>
  import("../bulk/bulk-dialog").then((module) => ({ default: module.BulkDialog })),
);

/** Opens a dialog over the page; what is made gets the way to close it. */
export type OpenDialog = (make: (close: () => void) => ReactNode) => void;
