import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { ExportListFilters } from "./export-filters";

/** Remembers the URL of the list, for links back to it. */
export const { useRememberListUrl: useRememberExportList, useLastListUrl: useLastExportList } =
  createListUrlMemory<ExportListFilters>();
