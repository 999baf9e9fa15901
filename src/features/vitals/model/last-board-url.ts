import { createListUrlMemory } from "@/data/browser-storage/last-list-url";

/** Stores the board's query string, so that other pages can link back to the board. */
export const { useRememberListUrl: useRememberBoard, useLastListUrl: useLastBoard } =
  createListUrlMemory<string>();
