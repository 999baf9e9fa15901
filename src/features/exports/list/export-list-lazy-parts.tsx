import { lazyPage } from "@/ui/hooks/lazy-page";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";

// These parts load after the rows.
export const { Component: LazyExportViewOptions } = lazyPage(
  () => import("./export-view-options"),
  "ExportViewOptions",
);
export const LazyExportListDownload = lazyOverlay(
  () => import("./export-list-download"),
  "ExportListDownload",
);
export const { Component: LazyExportSelection } = lazyPage(
  () => import("./export-selection"),
  "ExportSelection",
);
export const { Component: LazyExportListEmpty } = lazyPage(
  () => import("./export-list-empty"),
  "ExportListEmpty",
);
