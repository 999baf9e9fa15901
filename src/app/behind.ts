import { firstRows } from "./first-rows";
import { keepFiles } from "./keep-files";
import { offerTour } from "./tour/offer-tour";

/** What a visit begins once its first rows stand. None of it may be needed to use the page. */
export async function beginBehind(): Promise<void> {
  await firstRows();
  offerTour();
  keepFiles();
}
