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
