import { offerTour } from "@/app/tour/offer-tour";
import { isSavingData } from "./is-saving-data";
import { registerServiceWorker } from "./register-service-worker";
import { whenContentReady, whenIdle } from "./wait-for-first-paint";

interface Page {
  readonly path: string;
  readonly load: () => Promise<unknown>;
}

/**
 * Loads one page per idle period, so that loading delays no interaction. Stops when a page fails to
 * load, for example offline.
 */
async function loadWhenIdle([page, ...others]: readonly Page[]): Promise<void> {
  if (page === undefined) return;
  await whenIdle();
  await page.load();
  await loadWhenIdle(others);
}

/** Runs startup tasks after the first rows have appeared. Pages must not depend on these tasks. */
export async function runDeferredStartup(pages: readonly Page[]): Promise<void> {
  await whenContentReady();
  offerTour();
  registerServiceWorker();
  if (isSavingData()) return;
  // The pages outside of a project are large or rarely opened.
  await loadWhenIdle(pages.filter(({ path }) => path.startsWith("/p/"))).catch(() => undefined);
}
