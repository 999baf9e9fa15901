import type { Demo } from "@/app/connection/backend";

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
export function createDemo(): Demo {
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
    // Lets the browser render before the mocks handle the request, as with a remote server.
    await new Promise((resolve) => setTimeout(resolve));
    return mocks.fetch(request);
  };
  const addContent = async () => {
    const { whenContentReady } = await import("@/lib/time/wait");
    await whenContentReady();
    await (await loadContent()).addDemoContent(demo);
  };
  let content: Promise<void> | undefined;
  const demo: Demo = {
    fetch: async (request) => {
      const response = await fetchFromMocks(request);
      // The demo works without this content.
      content ??= addContent().catch(() => undefined);
      return response;
    },
    controls: {
      storage: async () => (await loadMocks()).db.storage,
      reset: async () => {
        (await loadMocks()).db.reset();
        await (await loadContent()).restoreDemoContent(demo);
      },
      scenarios: async () => (await loadMocks()).db.scenarios,
      setScenarios: async (scenarios) => (await loadMocks()).db.setScenarios(scenarios),
      profile: async () => (await loadMocks()).db.profile,
      setProfile: async (profile) => (await loadMocks()).db.setProfile(profile),
    },
  };
  return demo;
}
