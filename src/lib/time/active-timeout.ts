/** Ms that are counted at once. */
const STEP_MS = 100;

/**
 * Calls back after `ms` in which the page itself went on. A page, or a machine, that stands still has given nobody time
 * to answer: however long it stood counts as one step. Answers with the way to give it up.
 */
export function setActiveTimeout(ms: number, callback: () => void): () => void {
  let left = ms;
  let timer: ReturnType<typeof setTimeout>;
  function tick(): void {
    if (left <= 0) return callback();
    const step = Math.min(STEP_MS, left);
    left -= step;
    timer = setTimeout(tick, step);
  }
  tick();
  return () => clearTimeout(timer);
}
