import { createListUrlMemory } from "@/data/browser-storage/last-list-url";

/** Remembers the board's query string, for links from other pages to the same board. */
export const { useRememberListUrl: useRememberBoard, useLastListUrl: useLastBoard } =
  createListUrlMemory<string>();
