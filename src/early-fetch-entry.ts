// Runs before the rest of the app has loaded.
import { startEarlyFetch } from "@/app/connection/early-fetch";

try {
  startEarlyFetch(new URL(location.href));
} catch {
  // Ignored, because the page sends its own request.
}
