import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { MemberListFilters } from "./member-filters";

/** Stores the list's URL, to which other pages link back. */
export const { useRememberListUrl: useRememberMemberList, useLastListUrl: useLastMemberList } =
  createListUrlMemory<MemberListFilters>();
