import type { QueryClient } from "@tanstack/react-query";

/** Maximum number of requests in flight across all jobs of a backend. */
const MAX_CONCURRENT = 4;

export interface ConcurrencyLimiter {
  /** Reserves a slot, or returns false if none is free. Call `release` to free the slot. */
  readonly acquire: () => boolean;
  readonly release: () => void;
  /** A pump fills free slots. `notifyAll` calls pumps in the order of subscription. */
  readonly subscribe: (pump: () => void) => void;
  readonly unsubscribe: (pump: () => void) => void;
  readonly notifyAll: () => void;
}

const LIMITERS = new WeakMap<QueryClient, ConcurrencyLimiter>();

export function getConcurrencyLimiter(queryClient: QueryClient): ConcurrencyLimiter {
  const limiter = LIMITERS.get(queryClient) ?? createConcurrencyLimiter();
  LIMITERS.set(queryClient, limiter);
  return limiter;
}

function createConcurrencyLimiter(): ConcurrencyLimiter {
  const pumps = new Set<() => void>();
  let busy = 0;
  return {
    acquire() {
      if (busy >= MAX_CONCURRENT) return false;
      busy += 1;
      return true;
    },
    release: () => {
      busy -= 1;
    },
    subscribe: (pump) => void pumps.add(pump),
    unsubscribe: (pump) => void pumps.delete(pump),
    notifyAll() {
      for (const pump of pumps) pump();
    },
  };
}
