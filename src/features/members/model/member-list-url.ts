import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { MemberListFilters } from "./member-filters";

/** Remembers the filters of the list, so that detail pages can link back to it. */
export const { useRememberListUrl: useRememberMemberList, useLastListUrl: useLastMemberList } =
  createListUrlMemory<MemberListFilters>();
