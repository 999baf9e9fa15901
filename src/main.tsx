import "@/contract/zod-config";
import { createRoot } from "react-dom/client";
import { unstable_forceFrameRate as forceFrameRate } from "scheduler";
import { checkPin, checkPinWhenIdle } from "@/app/connect/check-pin";
import type { Demo } from "@/app/connection/backend";
import { isPinUnknown } from "@/app/connection/connection-storage";
import { App, startApp } from "@/app/routes/app";
import { loadPageCode } from "@/app/routes/route-table";
import { createScriptPolicy } from "@/app/security/trusted-types";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** MSW reads the local storage when it loads, and fails where the browser forbids it. Without methods, it uses none. */
function replaceForbiddenStorage(): void {
  try {
    void window.localStorage;
  } catch {
    Object.defineProperty(window, "localStorage", { value: {}, configurable: true });
  }
}

/**
 * Creates the emulated backend, whose code loads on the first request. Live-only builds don't call
 * this function.
 */
function createDemo(): Demo {
  const startEmulator = async () => {
    replaceForbiddenStorage();
    return (await import("@/emulator/hosts/browser")).startBrowserEmulator();
  };
  const loadContent = () => import("@/app/demo/demo-content");
  const fetchFromEmulator = async (request: Request) => {
    const emulator = await startEmulator();
    // A separate task lets the browser render before the emulator handles the request. A remote
    // server wouldn't block rendering either.
    await wait(0);
    return emulator.fetch(request);
  };
  const addContent = async () => {
    const { whenContentReady } = await import("@/app/pwa/wait-for-first-paint");
    await whenContentReady();
    await (await loadContent()).addDemoContent(demo);
  };
  let isContentAdded = false;
  const demo: Demo = {
    fetch: async (request) => {
      const response = await fetchFromEmulator(request);
      if (!isContentAdded) {
        isContentAdded = true;
        // The demo works without this content.
        addContent().catch(() => undefined);
      }
      return response;
    },
    controls: {
      storage: async () => (await startEmulator()).storage,
      reset: async () => {
        await (await startEmulator()).reset();
        await (await loadContent()).restoreDemoContent(demo);
      },
      faults: async () => (await startEmulator()).faults.list(),
      setFaults: async (faults) => (await startEmulator()).faults.set(faults),
      generation: async () => (await startEmulator()).generation.current(),
      setGeneration: async (generation) => (await startEmulator()).generation.set(generation),
    },
  };
  return demo;
}

/**
 * How long the first render waits for the page's code. If React renders a placeholder first, it
 * waits 300 ms before it shows the page.
 */
const CODE_WAIT_MS = 200;
/**
 * How long the first render waits for the page's data. Data that arrives in time saves a second
 * render.
 */
const DATA_WAIT_MS = 50;
/** The demo's data needs no network, but rendering would delay it. */
const DEMO_DATA_WAIT_MS = 200;

async function renderApp(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  const { firstQuery, ...initialSession } = startApp(__WITH_EMULATOR__ ? createDemo() : null);
  const dataWait = __WITH_EMULATOR__ && initialSession.backend?.demo ? DEMO_DATA_WAIT_MS : DATA_WAIT_MS;
  await Promise.all([
    Promise.race([loadPageCode(new URL(location.href)), wait(CODE_WAIT_MS)]),
    Promise.race([firstQuery, wait(dataWait)]),
  ]);
  createRoot(root).render(<App initialSession={initialSession} />);
}

// By default, React yields every 5 ms. Each yield may wait for a frame, which delays the first page on a slow CPU.
// Slices of 45 ms are still shorter than a long task. RouterWithBlocker sets the time for later pages.
forceFrameRate(22);
createScriptPolicy();
if (isPinUnknown()) {
  // Nothing may be sent to the stored server before this check. Later visits use the stored result.
  void checkPin().then(renderApp, renderApp);
} else {
  void renderApp();
  // No page waits for this check. If the deployment is pinned to another server, the check
  // disconnects and opens Connect.
  checkPinWhenIdle();
}
// Failures are ignored, because the app works without this code.
setTimeout(() => {
  import("@/app/pwa/deferred-startup").then(
    ({ runDeferredStartup }) => runDeferredStartup(),
    () => undefined,
  );
}, 2_000);
