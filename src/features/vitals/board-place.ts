import { createPlaceKeeper } from "@/data/kept-place";

/** The search of the board that was there last, so that the pages behind it lead back to it. */
export const { useKeep: useKeepBoardPlace, usePlace: useBoardPlace } = createPlaceKeeper<string>();
