import { createCollectionSearch } from "@/ui/collection-table/collection-search";

/** The search of exports, for their list and for the palette. */
export const { load: loadExportSearch, useSearch: useExportSearch } = createCollectionSearch(
  () => import("./export-search"),
);
