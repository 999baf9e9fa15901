import { offerTour } from "@/app/tour/offer-tour";
import { registerServiceWorker } from "./register-service-worker";
import { whenContentReady } from "./wait-for-first-paint";

/** Runs startup tasks after the first rows have appeared. Pages must not depend on these tasks. */
export async function runDeferredStartup(): Promise<void> {
  await whenContentReady();
  offerTour();
  await registerServiceWorker();
}
