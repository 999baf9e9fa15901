/** Ms that are counted at once. */
const STEP = 100;

/**
 * Calls back after `ms` in which the page itself went on. A page, or a machine, that stands still has given nobody time
 * to answer: however long it stood counts as one step. Answers with the way to give it up.
 */
export function afterOwnTime(ms: number, act: () => void): () => void {
  let left = ms;
  let timer: ReturnType<typeof setTimeout>;
  function wait(): void {
    if (left <= 0) return act();
    const step = Math.min(STEP, left);
    left -= step;
    timer = setTimeout(wait, step);
  }
  wait();
  return () => clearTimeout(timer);
}
