import "@/contract/zod-config";
import { createRoot } from "react-dom/client";
import type { Demo } from "@/app/connection/backend";
import { readStoredConnection } from "@/app/connection/connection-storage";
import { App, startApp } from "@/app/routes/app";
import { createScriptPolicy } from "@/app/security/trusted-types";
import type { BrowserEmulator } from "@/emulator/hosts/browser";

/** Creates the emulated backend, which is loaded on its first request and only if the build contains it. */
function createDemo(): Demo {
  let emulatorPromise: Promise<BrowserEmulator> | undefined;
  const startEmulator = () => {
    // Offline, the code fails to load, and the next request retries.
    emulatorPromise ??= import("@/emulator/hosts/browser").then(
      (module) => module.createBrowserEmulator(),
      (error: unknown) => {
        emulatorPromise = undefined;
        throw error;
      },
    );
    return emulatorPromise;
  };
  return {
    key: "phx_demo_all",
    fetch: async (request) => {
      const emulator = await startEmulator();
      // Like a remote server, the emulator must not block rendering, so it runs in a separate task.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      return emulator.fetch(request);
    },
    controls: {
      storage: async () => (await startEmulator()).storage,
      reset: async () => (await startEmulator()).reset(),
      faults: async () => (await startEmulator()).faults.list(),
      setFaults: async (faults) => (await startEmulator()).faults.set(faults),
      generation: async () => (await startEmulator()).generation.current(),
      setGeneration: async (generation) => (await startEmulator()).generation.set(generation),
    },
  };
}

createScriptPolicy();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(<App initialSession={startApp(__WITH_EMULATOR__ ? createDemo() : null)} />);
// No page waits for this check. The next visit has its result before the first request.
if (readStoredConnection() !== null) {
  import("@/app/connect/enforce-pin").then(
    ({ enforcePin }) => enforcePin(),
    () => undefined,
  );
}
// Deferred. The app works without this code, so failures are ignored.
setTimeout(() => {
  import("@/app/pwa/deferred-startup").then(
    ({ runDeferredStartup }) => runDeferredStartup(),
    () => undefined,
  );
}, 2_000);
