import { createCollectionSearch } from "@/ui/collection-table/collection-search";

/** Shared by the list and the command palette. */
export const { load: loadMemberSearch, useSearch: useMemberSearch } = createCollectionSearch(
  () => import("./member-search"),
);
