import { createCollectionSearch } from "@/ui/collection-table/collection-search";

/** Shared by the list and the command palette. */
export const { load: loadExportSearch, useSearch: useExportSearch } = createCollectionSearch(
  () => import("./export-search"),
);
