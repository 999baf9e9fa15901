import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { ExportListFilters } from "./export-filters";

/** Stores the list's URL, so that other pages can link back to it. */
export const { useRememberListUrl: useRememberExportList, useLastListUrl: useLastExportList } =
  createListUrlMemory<ExportListFilters>();
