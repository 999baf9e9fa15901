// Runs before the rest of the app is loaded.
import { startEarlyFetch } from "@/app/connection/early-fetch";

try {
  startEarlyFetch(new URL(location.href));
} catch {
  // Ignore the error. The page sends its own request.
}
