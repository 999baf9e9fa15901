import { offerTour } from "@/app/tour/offer-tour";
import { keepFiles } from "./register-service-worker";
import { firstRows } from "./wait-for-first-paint";

/** What a visit begins once its first rows stand. None of it may be needed to use the page. */
export async function beginBehind(): Promise<void> {
  await firstRows();
  offerTour();
  keepFiles();
}
