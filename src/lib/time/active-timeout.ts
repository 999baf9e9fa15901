import { boundWait } from "./wait";

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
