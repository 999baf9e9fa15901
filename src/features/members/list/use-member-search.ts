import { createCollectionSearch } from "@/ui/collection-table/collection-search";

/** The search of members, for their list and for the palette. */
export const { load: loadMemberSearch, useSearch: useMemberSearch } = createCollectionSearch(
  () => import("./member-search"),
);
