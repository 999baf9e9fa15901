/** Runs a function when the browser is idle. Returns a cancel function. */
export function runWhenIdle(run: () => void): () => void {
  // Safari and Node.js lack `requestIdleCallback`.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 1);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}

function isContentReady(): boolean {
  return (
    document.querySelector("main h1") !== null && document.querySelector("main [aria-busy=true]") === null
  );
}

/** Resolves in the browser's next idle period. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => void runWhenIdle(resolve));
}

/** Resolves when the first page is rendered and the browser is idle. */
export function whenContentReady(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isContentReady()) return;
      observer.disconnect();
      void whenIdle().then(resolve);
    };
    const observer = new MutationObserver(check);
    observer.observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["aria-busy"],
    });
    check();
  });
}
