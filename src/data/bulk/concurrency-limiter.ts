import type { QueryClient } from "@tanstack/react-query";

/** Requests of bulk runs on their way at once, of all runs together. */
const MAX_CONCURRENT = 4;

/** What the runs of one backend share, so that two of them do not ask twice as much of the server. */
export interface ConcurrencyLimiter {
  /** True where another request may go out; it counts until `leave`. */
  readonly acquire: () => boolean;
  readonly release: () => void;
  /** Has a run's function called whenever there is room. Earlier runs come first. */
  readonly subscribe: (pump: () => void) => void;
  readonly unsubscribe: (pump: () => void) => void;
  readonly notifyAll: () => void;
}

const LIMITERS = new WeakMap<QueryClient, ConcurrencyLimiter>();

/** The lane of a backend, made on first use. */
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
