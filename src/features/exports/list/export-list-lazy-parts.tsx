import { lazyPage } from "@/ui/hooks/lazy-page";

/** Loaded after the rows. */
export const { Component: LazyExportViewOptions } = lazyPage(
  () => import("./export-view-options"),
  "ExportViewOptions",
);
/** Loaded on demand. */
export const { Component: LazyExportListDownload } = lazyPage(
  () => import("./export-list-download"),
  "ExportListDownload",
);
/** Loaded with the first selection. */
export const { Component: LazyExportSelection } = lazyPage(
  () => import("./export-selection"),
  "ExportSelection",
);
export const { Component: LazyExportListEmpty } = lazyPage(
  () => import("./export-list-empty"),
  "ExportListEmpty",
);
