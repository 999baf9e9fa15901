/** A longer wait would look endless, and timers can't count one of more than 24 days. */
export const MAX_WAIT_MS = 3_600_000;
/** A shorter wait would repeat refused requests too often. */
const MIN_WAIT_MS = 100;
/** Maximum jitter, as a share of the wait. */
const JITTER = 0.1;
const MAX_JITTER_MS = 3_000;

/**
 * Bounds a wait that a server states or that is computed from times, in ms. At most an hour. Every timer whose delay
 * isn't a constant uses it.
 */
export function boundWait(ms: number, minMs = MIN_WAIT_MS): number {
  return Number.isNaN(ms) ? minMs : Math.min(MAX_WAIT_MS, Math.max(minMs, ms));
}

/**
 * Lengthens a wait at random, so that tabs and queued requests that wait for the same time don't all continue at once.
 * @param random returns a number in [0, 1)
 */
export function addJitter(ms: number, random: () => number = Math.random): number {
  return ms + random() * Math.min(ms * JITTER, MAX_JITTER_MS);
}

/** Resolves after a bounded wait. Rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const handleAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", handleAbort);
      resolve();
    }, boundWait(ms));
    signal?.addEventListener("abort", handleAbort, { once: true });
  });
}

const STEP_MS = 100;

/**
 * Calls `callback` after `ms`, but counts only the time during which the page runs. A suspension of
 * the page or device counts as at most 100 ms. Returns a cancel function.
 */
export function setActiveTimeout(ms: number, callback: () => void): () => void {
  let left = ms;
  let timer: ReturnType<typeof setTimeout>;
  function tick(): void {
    if (left <= 0) return callback();
    const step = Math.min(STEP_MS, left);
    left -= step;
    timer = setTimeout(tick, boundWait(step, 0));
  }
  tick();
  return () => clearTimeout(timer);
}

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
