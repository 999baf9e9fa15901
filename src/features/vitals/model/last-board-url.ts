import { createListUrlMemory } from "@/data/browser-storage/last-list-url";

/** Remembers the query string of the board, for links back to it. */
export const { useRememberListUrl: useRememberBoard, useLastListUrl: useLastBoard } =
  createListUrlMemory<string>();
