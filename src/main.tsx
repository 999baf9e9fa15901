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
 * Creates the demo, whose mocks load with the first request. Live-only builds don't call this function. During
 * development, MSW's service worker answers, so that the requests appear in the browser's tools.
 */
function createDemo(): Demo {
  const loadMocks = async () => {
    replaceForbiddenStorage();
    return (await import("@/mocks/page")).demo;
  };
  const startWorker = async () => {
    replaceForbiddenStorage();
    const { worker } = await import("@/mocks/browser");
    await worker.start({ onUnhandledRequest: "bypass", quiet: true });
  };
  const started = import.meta.env.DEV ? startWorker() : null;
  const loadContent = () => import("@/app/demo/demo-content");
  const fetchFromMocks = async (request: Request) => {
    if (started) return started.then(() => fetch(request));
    const mocks = await loadMocks();
    // A separate task lets the browser render before the mocks handle the request. A remote server wouldn't block
    // rendering either.
    await wait(0);
    return mocks.fetch(request);
  };
  const addContent = async () => {
    const { whenContentReady } = await import("@/app/pwa/wait-for-first-paint");
    await whenContentReady();
    await (await loadContent()).addDemoContent(demo);
  };
  let isContentAdded = false;
  const demo: Demo = {
    fetch: async (request) => {
      const response = await fetchFromMocks(request);
      if (!isContentAdded) {
        isContentAdded = true;
        // The demo works without this content.
        addContent().catch(() => undefined);
      }
      return response;
    },
    controls: {
      storage: async () => (await loadMocks()).db.storage,
      reset: async () => {
        (await loadMocks()).db.reset();
        await (await loadContent()).restoreDemoContent(demo);
      },
      scenarios: async () => (await loadMocks()).scenarios(),
      setScenarios: async (scenarios) => (await loadMocks()).setScenarios(scenarios),
      profile: async () => (await loadMocks()).db.profile,
      setProfile: async (profile) => (await loadMocks()).db.setProfile(profile),
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
  const { firstQuery, ...initialSession } = startApp(__WITH_DEMO__ ? createDemo() : null);
  const dataWait = __WITH_DEMO__ && initialSession.backend?.demo ? DEMO_DATA_WAIT_MS : DATA_WAIT_MS;
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
if (document.documentElement.hasAttribute("data-unsupported")) {
  // The page says which browsers are supported (public/check-browser.js).
} else if (isPinUnknown()) {
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
