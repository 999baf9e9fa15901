const WORKER_URL = "/service-worker.js";

function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return (
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  );
}

/** Registers the service worker, which caches the app's files for offline use. Called only in production builds. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || isSavingData() || !("serviceWorker" in navigator)) return;
  // If the service worker is blocked or not deployed, the app works only online.
  navigator.serviceWorker.register(WORKER_URL, { updateViaCache: "none" }).catch(() => undefined);
}
