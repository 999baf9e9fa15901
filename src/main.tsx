import "@/contract/zod-config";
import { createRoot } from "react-dom/client";
import type { Demo } from "@/app/connection/backend";
import { App, startApp } from "@/app/routes/app";
import { createScriptPolicy } from "@/app/security/trusted-types";
import type { BrowserEmulator } from "@/emulator/hosts/browser";

/** The emulated backend. Its code is loaded by the first request to it, and only where the build has it. */
function createDemo(): Demo {
  let started: Promise<BrowserEmulator> | undefined;
  const start = () => {
    // Without a connection its code does not come; the next request asks for it again.
    started ??= import("@/emulator/hosts/browser").then(
      (module) => module.createBrowserEmulator(),
      (error: unknown) => {
        started = undefined;
        throw error;
      },
    );
    return started;
  };
  return {
    key: "phx_demo_all",
    fetch: async (request) => {
      const emulator = await start();
      // In a task of its own: a server elsewhere does not hold up the frame that asks either.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      return emulator.fetch(request);
    },
    controls: {
      storage: async () => (await start()).storage,
      reset: async () => (await start()).reset(),
      faults: async () => (await start()).faults.list(),
      setFaults: async (faults) => (await start()).faults.set(faults),
    },
  };
}

createScriptPolicy();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(<App start={startApp(__WITH_EMULATOR__ ? createDemo() : null)} />);
// Later, and what does not come is not missed.
setTimeout(() => {
  import("@/app/pwa/deferred-startup").then(
    ({ beginBehind }) => beginBehind(),
    () => undefined,
  );
}, 2_000);
