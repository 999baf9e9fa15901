/** The Trusted Types API, which some browsers lack. */
interface PolicyFactory {
  readonly createPolicy: (
    name: string,
    rules: {
      readonly createScriptURL: (url: string, type: string, sink: string) => string | null;
    },
  ) => unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory;
  }
}

/**
 * Creates the only policy that the CSP allows. Accepts only the service worker, which the build writes
 * (vite.config.ts), and no HTML or scripts.
 */
export function createScriptPolicy(): void {
  window.trustedTypes?.createPolicy("default", {
    createScriptURL(url, _type, sink) {
      const isServiceWorker = new URL(url, location.href).href === `${location.origin}/service-worker.js`;
      return isServiceWorker && sink === "ServiceWorkerContainer register" ? url : null;
    },
  });
}
