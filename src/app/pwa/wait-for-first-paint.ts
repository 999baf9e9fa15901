/** Whether the page shows what it is about: neither its code nor its first records are on their way. */
function isContentReady(): boolean {
  return (
    document.querySelector("main h1") !== null && document.querySelector("main [aria-busy=true]") === null
  );
}

/** Waits until the first page stands and the browser has nothing else to do. */
export function whenContentReady(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isContentReady()) return;
      observer.disconnect();
      // Safari has no requestIdleCallback.
      if ("requestIdleCallback" in window) requestIdleCallback(() => resolve());
      else setTimeout(resolve, 1);
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
