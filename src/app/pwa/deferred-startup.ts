import { offerTour } from "@/app/tour/offer-tour";
import { registerServiceWorker } from "./register-service-worker";
import { whenContentReady } from "./wait-for-first-paint";

/** What a visit begins once its first rows stand. None of it may be needed to use the page. */
export async function runDeferredStartup(): Promise<void> {
  await whenContentReady();
  offerTour();
  registerServiceWorker();
}
