const WORKER_URL = "/service-worker.js";

/** Whether the browser's data saver is on. */
function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return (
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  );
}

/** Registers the service worker that caches the app's files for offline use. Production builds only. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || isSavingData() || !("serviceWorker" in navigator)) return;
  // Blocked or not deployed: the app works, but not offline.
  navigator.serviceWorker.register(WORKER_URL, { updateViaCache: "none" }).catch(() => undefined);
}
