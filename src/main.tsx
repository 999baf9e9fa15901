import "@/contract/zod-config";
import { createRoot } from "react-dom/client";
import type { Demo } from "@/app/connection/backend";
import { App, startApp } from "@/app/routes/app";
import { createScriptPolicy } from "@/app/security/trusted-types";
import type { BrowserEmulator } from "@/emulator/hosts/browser";

/** The emulated backend. Its code is loaded by the first request to it, and only where the build has it. */
function createDemo(): Demo {
  let emulatorPromise: Promise<BrowserEmulator> | undefined;
  const startEmulator = () => {
    // Without a connection its code does not come; the next request asks for it again.
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
      // In a task of its own: a server elsewhere does not hold up the frame that asks either.
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
    },
  };
}

createScriptPolicy();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(<App initialSession={startApp(__WITH_EMULATOR__ ? createDemo() : null)} />);
// Later, and what does not come is not missed.
setTimeout(() => {
  import("@/app/pwa/deferred-startup").then(
    ({ runDeferredStartup }) => runDeferredStartup(),
    () => undefined,
  );
}, 2_000);
