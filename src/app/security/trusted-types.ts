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
 * Paths of the allowed workers, by Trusted Types sink. The regex worker belongs to features/regex.
 * The build writes the service worker (vite.config.ts).
 */
const ALLOWED_WORKERS: Readonly<Record<string, RegExp>> = {
  "Worker constructor": /^\/assets\/regex-runner\.worker-[\w-]+\.js$/,
  "ServiceWorkerContainer register": /^\/service-worker\.js$/,
};

function isAllowedWorker(address: string, sink: string): boolean {
  const { origin, pathname, search } = new URL(address, location.href);
  return origin === location.origin && search === "" && ALLOWED_WORKERS[sink]?.test(pathname) === true;
}

/**
 * Creates the only policy that the CSP allows. Accepts only URLs of the allowed workers, and no
 * HTML or scripts.
 */
export function createScriptPolicy(): void {
  window.trustedTypes?.createPolicy("default", {
    createScriptURL: (url, _type, sink) => (isAllowedWorker(url, sink) ? url : null),
  });
}
