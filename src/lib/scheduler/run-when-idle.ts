/** Runs a function when the browser is idle. Returns a cancel function. */
export function runWhenIdle(run: () => void): () => void {
  // Safari lacks `requestIdleCallback`.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
