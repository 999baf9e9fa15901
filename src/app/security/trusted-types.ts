/** Chromium's guard of the places where text becomes code; other browsers have it later or not at all. */
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
 * The only workers there are, by what starts them: the one in which a pattern is tried (features/regex), so that it can
 * be stopped, and the one that keeps the app's files (.scripts/service-worker.js).
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
 * The only policy that the Content Security Policy allows. Markup and scripts from text get no rule, and of scripts'
 * addresses only those of our own workers pass, so all else is refused.
 */
export function createScriptPolicy(): void {
  window.trustedTypes?.createPolicy("default", {
    createScriptURL: (url, _type, sink) => (isAllowedWorker(url, sink) ? url : null),
  });
}
