import { offerTour } from "@/app/tour/offer-tour";
import { whenContentReady } from "@/lib/scheduler/when-content-ready";
import { registerServiceWorker } from "./register-service-worker";

/** Runs startup tasks after the first rows have appeared. Pages must not depend on these tasks. */
export async function runDeferredStartup(): Promise<void> {
  await whenContentReady();
  offerTour();
  await registerServiceWorker();
}
