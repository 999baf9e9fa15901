import { offerTour } from "@/app/tour/offer-tour";
import { registerServiceWorker } from "./register-service-worker";
import { whenContentReady, whenIdle } from "./wait-for-first-paint";

type LoadPage = () => Promise<unknown>;

/** Loads a page per idle period, so that loading delays no interaction. Stops when a page fails, for example offline. */
async function loadWhenIdle([loadPage, ...others]: readonly LoadPage[]): Promise<void> {
  if (loadPage === undefined) return;
  await whenIdle();
  await loadPage();
  await loadWhenIdle(others);
}

/**
 * Runs startup tasks after the first rows have appeared. Pages must not depend on them.
 * @param nextPages load the code of the pages that the user may open next
 */
export async function runDeferredStartup(nextPages: readonly LoadPage[]): Promise<void> {
  await whenContentReady();
  offerTour();
  registerServiceWorker();
  await loadWhenIdle(nextPages).catch(() => undefined);
}
