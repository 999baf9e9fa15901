import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { MemberListFilters } from "./member-filters";

/** Where a person was in the list last, so that the pages behind it lead back to it. */
export const { useRememberListUrl: useRememberMemberList, useLastListUrl: useLastMemberList } =
  createListUrlMemory<MemberListFilters>();
