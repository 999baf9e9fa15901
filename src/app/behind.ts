import { keepFiles } from "./keep-files";
import { offerTour } from "./tour/offer-tour";

/** What a visit begins once its first rows stand. None of it may be needed to use the page. */
export function beginBehind(): void {
  offerTour();
  keepFiles();
}
