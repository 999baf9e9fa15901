import { HttpError } from "@/http/errors";
import { getRequestedWait } from "@/http/retry";
import { addJitter } from "@/lib/time/wait";

export interface PollingInterval {
  /** Returns the delay in ms after a poll without changes. */
  readonly next: () => number;
  /** Returns the delay in ms after a failed poll. Null when the next poll would also fail. */
  readonly afterFailure: (error: unknown) => number | null;
  readonly restart: () => number;
}

const MIN_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 30_000;
const GROWTH = 1.5;
/** 4xx statuses of temporary errors. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 429]);

/**
 * Creates an interval that grows from 2 s to 30 s, with jitter, so that several tabs don't poll at the same time.
 * @param random returns jitter in [0, 1)
 */
export function createPollingInterval(random?: () => number): PollingInterval {
  let intervalMs = MIN_INTERVAL_MS;

  function grow(factor: number): number {
    const now = intervalMs;
    intervalMs = Math.min(MAX_INTERVAL_MS, intervalMs * factor);
    return addJitter(now, random);
  }

  return {
    next: () => grow(GROWTH),
    afterFailure(error) {
      const status = error instanceof HttpError ? error.status : 0;
      if (status >= 400 && status < 500 && !TRANSIENT_STATUSES.has(status)) return null;
      const requestedMs = getRequestedWait(error) ?? 0;
      if (status !== 429) return Math.max(grow(2), requestedMs);
      intervalMs = MAX_INTERVAL_MS;
      return addJitter(Math.max(MAX_INTERVAL_MS, requestedMs), random);
    },
    restart() {
      intervalMs = MIN_INTERVAL_MS;
      return grow(GROWTH);
    },
  };
}
