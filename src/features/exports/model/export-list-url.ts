import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { ExportListFilters } from "./export-filters";

/** Stores the list's URL, to which other pages link back. */
export const { useRememberListUrl: useRememberExportList, useLastListUrl: useLastExportList } =
  createListUrlMemory<ExportListFilters>();
