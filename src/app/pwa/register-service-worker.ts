import { isSavingData } from "./is-saving-data";

const WORKER_URL = "/service-worker.js";

/**
 * Registers the service worker, which caches the app's files for offline use. Does nothing in
 * development or when the user asked the browser to save data.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || isSavingData() || !("serviceWorker" in navigator)) return;
  // If the service worker is blocked or not deployed, the app works only online.
  navigator.serviceWorker.register(WORKER_URL, { updateViaCache: "none" }).catch(() => undefined);
}
