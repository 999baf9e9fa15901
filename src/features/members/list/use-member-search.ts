import { createCollectionSearch } from "@/ui/collection-table/collection-search";

/** Search for the list and the palette. */
export const { load: loadMemberSearch, useSearch: useMemberSearch } = createCollectionSearch(
  () => import("./member-search"),
);
