import { lazyPage } from "@/ui/hooks/lazy-page";

/** What few need at once: loaded behind the rows. */
export const { Component: LazyExportViewOptions } = lazyPage(
  () => import("./export-view-options"),
  "ExportViewOptions",
);
/** Loaded when it is asked for. */
export const { Component: LazyExportListDownload } = lazyPage(
  () => import("./export-list-download"),
  "ExportListDownload",
);
/** Loaded when there is something selected. */
export const { Component: LazyExportSelection } = lazyPage(
  () => import("./export-selection"),
  "ExportSelection",
);
/** Loaded when there are no rows. */
export const { Component: LazyExportListEmpty } = lazyPage(
  () => import("./export-list-empty"),
  "ExportListEmpty",
);
