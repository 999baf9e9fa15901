// Runs as soon as it has come, while the rest of the app is still on its way.
import { startEarlyFetch } from "@/app/connection/early-fetch";

try {
  startEarlyFetch(new URL(location.href));
} catch {
  // The page asks by itself then.
}
