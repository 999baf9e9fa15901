// Runs before the rest of the app has loaded.
import { startEarlyFetch } from "@/app/connection/early-fetch";

try {
  startEarlyFetch(new URL(location.href));
} catch {
  // The page sends its own request.
}
