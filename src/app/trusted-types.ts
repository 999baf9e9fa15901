/** Chromium's guard of the places where text becomes code; other browsers have it later or not at all. */
interface PolicyFactory {
  readonly createPolicy: (
    name: string,
    rules: {
      readonly createHTML: (text: string) => string | null;
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
 * The only policy that the Content Security Policy allows. Mantine fills its style elements by innerHTML; style sheets
 * have no `<`, and text without it can make no element. Scripts get no rule, and of their addresses only that of our own
 * worker passes, so all others are refused.
 */
export function createTextPolicy(): void {
  window.trustedTypes?.createPolicy("default", {
    createHTML: (text) => (text.includes("<") ? null : text),
    createScriptURL: (url, _type, sink) => (isOwnWorker(url, sink) ? url : null),
  });
}
