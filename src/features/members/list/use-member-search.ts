import { createCollectionSearch } from "@/ui/collection-table/collection-search";

export const memberSearch = createCollectionSearch(() => import("./member-search"));
export const { load: loadMemberSearch } = memberSearch;
