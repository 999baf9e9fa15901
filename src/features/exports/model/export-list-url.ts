import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { ExportListFilters } from "./export-filters";

/** Remembers the list's URL, for links from other pages to the same view. */
export const { useRememberListUrl: useRememberExportList, useLastListUrl: useLastExportList } =
  createListUrlMemory<ExportListFilters>();
