import { createListUrlMemory } from "@/data/browser-storage/last-list-url";
import type { MemberListFilters } from "./member-filters";

/** Stores the list's URL, so that other pages can link back to it. */
export const { useRememberListUrl: useRememberMemberList, useLastListUrl: useLastMemberList } =
  createListUrlMemory<MemberListFilters>();
