import { enforcePin } from "@/app/connect/enforce-pin";
import { offerTour } from "@/app/tour/offer-tour";
import { registerServiceWorker } from "./register-service-worker";
import { whenContentReady } from "./wait-for-first-paint";

/** Runs after the first rows are shown. Nothing here may be required to use the page. */
export async function runDeferredStartup(): Promise<void> {
  await whenContentReady();
  void enforcePin();
  offerTour();
  registerServiceWorker();
}
