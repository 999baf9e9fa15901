import { createPlaceKeeper } from "@/data/browser-storage/last-list-url";

/** The search of the board that was there last, so that the pages behind it lead back to it. */
export const { useKeep: useKeepBoardPlace, usePlace: useBoardPlace } = createPlaceKeeper<string>();
