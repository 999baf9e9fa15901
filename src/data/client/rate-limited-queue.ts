import type { RequestBudget } from "@/http/request-budget";

export interface RateLimitedQueue {
  /** Queues a read. Rejects with the read's error or the abort reason. */
  readonly run: <Result>(read: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
}

// Browsers open six connections per host. Two remain for user actions.
const MAX_PARALLEL = 4;

/** Limits parallel reads, which share the request budget of the connection. */
export function createRateLimitedQueue(budget: RequestBudget): RateLimitedQueue {
  let running = 0;
  const waiting: (() => void)[] = [];

  function acquireSlot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const start = () => {
        signal.removeEventListener("abort", handleAbort);
        running += 1;
        resolve();
      };
      const handleAbort = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      if (running < MAX_PARALLEL) return start();
      waiting.push(start);
      signal.addEventListener("abort", handleAbort, { once: true });
    });
  }

  return {
    async run(read, signal) {
      await acquireSlot(signal);
      try {
        return await budget.inTurn(read, signal);
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
  };
}
