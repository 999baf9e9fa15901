import { createPlaceKeeper } from "@/data/browser-storage/last-list-url";
import type { ListFilters } from "./subscription-filters";

/** Where a person was in the list last, so that the pages behind it lead back to it. */
export const { useKeep: useKeepListPlace, usePlace: useListPlace } = createPlaceKeeper<ListFilters>();
