// Runs as soon as it has come, while the rest of the app is still on its way.
import { sendFirst } from "@/app/first-request";
import { startsWithDemo } from "@/app/kept-connections";

// The emulated backend's code is loaded beside the app's, not behind it. `main.tsx` starts it.
if (__WITH_EMULATOR__ && startsWithDemo()) import("@/emulator/browser").catch(() => undefined);

try {
  sendFirst(new URL(location.href));
} catch {
  // The page asks by itself then.
}
