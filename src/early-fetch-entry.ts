// Runs before the rest of the app has loaded.

import { TOUR_KEY } from "@/app/connection/connection-storage";
import { startEarlyFetch } from "@/app/connection/early-fetch";

try {
  startEarlyFetch(new URL(location.href));
  // Loads the browser's language data, which takes 10 ms, while the rest of the app is still loading.
  new Date().toLocaleString();
  // After a first visit, the font is in the cache, so the styles may use it early.
  if (localStorage.getItem(TOUR_KEY)) document.documentElement.dataset["visited"] = "";
} catch {
  // Ignored, because the page sends its own request.
}
