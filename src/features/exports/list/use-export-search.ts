import { createCollectionSearch } from "@/ui/collection-table/collection-search";

export const exportSearch = createCollectionSearch(() => import("./export-search"));
export const { load: loadExportSearch } = exportSearch;
