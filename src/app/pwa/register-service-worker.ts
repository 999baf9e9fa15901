const WORKER_URL = "/service-worker.js";

/** Whether the person asked the browser to save data. */
function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return (
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  );
}

/** Lets the service worker keep the app's files, so that it opens without a connection. Only in what was built. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || isSavingData() || !("serviceWorker" in navigator)) return;
  // Forbidden, or a site without it: the app works as before, but only with a connection.
  navigator.serviceWorker.register(WORKER_URL, { updateViaCache: "none" }).catch(() => undefined);
}
