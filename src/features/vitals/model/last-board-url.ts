import { createListUrlMemory } from "@/data/browser-storage/last-list-url";

/** The search of the board that was there last, so that the pages behind it lead back to it. */
export const { useRememberListUrl: useRememberBoard, useLastListUrl: useLastBoard } =
  createListUrlMemory<string>();
