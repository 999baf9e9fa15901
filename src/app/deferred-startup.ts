import { offerTour } from "@/app/tour/tour";
import { whenContentReady } from "@/lib/time/wait";

/** Runs startup tasks after the first rows have appeared. Pages must not depend on these tasks. */
export async function runDeferredStartup(): Promise<void> {
  await whenContentReady();
  offerTour();
  await registerServiceWorker();
}

const WORKER_URL = "/service-worker.js";
/** The cache of used files, which the service worker reads and extends (vite.config.ts). */
const CACHE_NAME = "assets";

function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return (
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  );
}

/** Resolves when the service worker handles this page's requests, so that it caches what loads from then on. */
async function whenControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  });
}

/** Caches the files that this page has loaded. They come from the browser's own cache. */
async function cacheLoadedFiles(): Promise<void> {
  const urls = performance.getEntriesByType("resource").map(({ name }) => name);
  const isAsset = (url: string) => url.startsWith(`${location.origin}/assets/`);
  const cache = await caches.open(CACHE_NAME);
  await cache.addAll([...new Set(urls.filter(isAsset))]);
}

/** Caches files when they are used, so that the app opens offline. Not in development or when saving data. */
async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || isSavingData() || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(WORKER_URL, { updateViaCache: "none" });
    await whenControlled();
    await cacheLoadedFiles();
  } catch {
    // If the service worker is blocked or not deployed, the app works only online.
  }
}

type ScriptRules = Readonly<
  Record<"createScriptURL", (url: string, type: string, sink: string) => string | null>
>;

declare global {
  interface Window {
    /** Some browsers lack this API. */
    readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptRules) => unknown };
  }
}

/** Creates the only policy that the CSP allows. Accepts the service worker of the build, and no HTML or scripts. */
export function createScriptPolicy(): void {
  window.trustedTypes?.createPolicy("default", {
    createScriptURL(url, _type, sink) {
      const isServiceWorker = new URL(url, location.href).href === `${location.origin}/service-worker.js`;
      return isServiceWorker && sink === "ServiceWorkerContainer register" ? url : null;
    },
  });
}
