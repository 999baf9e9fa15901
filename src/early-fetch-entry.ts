// Runs before the rest of the app has loaded.

import { TOUR_KEY } from "@/app/connection/connection-storage";
import { startEarlyFetch } from "@/app/connection/early-fetch";

/** Sends a request to the emulated backend, whose code doesn't need the rest of the app. */
async function fetchFromDemo(request: Request): Promise<Response> {
  const { startBrowserEmulator } = await import("@/emulator/hosts/browser");
  return (await startBrowserEmulator()).fetch(request);
}

try {
  startEarlyFetch(new URL(location.href), __WITH_EMULATOR__ ? fetchFromDemo : null);
  // Loads the browser's language data, which takes 10 ms, while the rest of the app is still loading.
  new Date().toLocaleString();
  // After a first visit, the font is in the cache, so the styles may use it early.
  if (localStorage.getItem(TOUR_KEY)) document.documentElement.dataset["visited"] = "";
} catch {
  // Ignored, because the page sends its own request.
}
