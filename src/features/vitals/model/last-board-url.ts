import { createListUrlMemory } from "@/data/browser-storage/last-list-url";

/** Stores the board's query string, to which other pages link back. */
export const { useRememberListUrl: useRememberBoard, useLastListUrl: useLastBoard } =
  createListUrlMemory<string>();
