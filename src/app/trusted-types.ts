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

/** The only worker there is: the one in which a pattern is tried (features/regex), so that it can be stopped. */
const WORKER = /^\/assets\/pattern-trial\.worker-[\w-]+\.js$/;

function isOwnWorker(address: string, sink: string): boolean {
  const { origin, pathname } = new URL(address, location.href);
  return sink === "Worker constructor" && origin === location.origin && WORKER.test(pathname);
}

/**
 * The only policy that the Content Security Policy allows. Markup and scripts from text get no rule, and of scripts'
 * addresses only that of our own worker passes, so all else is refused.
 */
export function createScriptPolicy(): void {
  window.trustedTypes?.createPolicy("default", {
    createScriptURL: (url, _type, sink) => (isOwnWorker(url, sink) ? url : null),
  });
}
