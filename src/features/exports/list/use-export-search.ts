import { createCollectionSearch } from "@/ui/collection-table/collection-search";

/** The list and the command palette share this search. */
export const { load: loadExportSearch, useSearch: useExportSearch } = createCollectionSearch(
  () => import("./export-search"),
);
