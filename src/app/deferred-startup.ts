import { offerTour } from "@/app/tour/tour";
import { whenContentReady } from "@/lib/scheduler/run-when-idle";

/** Runs startup tasks after the first rows have appeared. Pages must not depend on these tasks. */
export async function runDeferredStartup(): Promise<void> {
  await whenContentReady();
  offerTour();
  await registerServiceWorker();
}

const WORKER_URL = "/service-worker.js";
/** The cache of used files, which the service worker reads and extends (vite.config.ts). */
const CACHE_NAME = "assets";

function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return (
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  );
}

/** Resolves when the service worker handles this page's requests, so that it caches what loads from then on. */
async function whenControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  });
}

/** Caches the files that this page has loaded. They come from the browser's own cache. */
async function cacheLoadedFiles(): Promise<void> {
  const urls = performance.getEntriesByType("resource").map(({ name }) => name);
  const isAsset = (url: string) => url.startsWith(`${location.origin}/assets/`);
  const cache = await caches.open(CACHE_NAME);
  await cache.addAll([...new Set(urls.filter(isAsset))]);
}

/**
 * Registers the service worker, which caches the app's files when they are used, so that the app opens offline. Does
 * nothing in development or when the user asked the browser to save data.
 */
async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || isSavingData() || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(WORKER_URL, { updateViaCache: "none" });
    await whenControlled();
    await cacheLoadedFiles();
  } catch {
    // If the service worker is blocked or not deployed, the app works only online.
  }
}
