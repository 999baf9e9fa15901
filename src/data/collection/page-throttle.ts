import type { ConnectionStatus } from "@/http/connection-status";
import { sleep, waitForCooldown } from "@/http/retry";

/**
 * Adapts a collection's page size, concurrency and request rate. The server documents no maximum page size
 * (upstream-facts), so the limits are our choice.
 */
export interface PageThrottle {
  readonly pageSize: () => number;
  readonly parallel: () => number;
  /** Resolves when the next request may be sent. Rejects with the signal's reason. */
  readonly waitTurn: (signal: AbortSignal) => Promise<void>;
  /**
   * Records a received page.
   * @param page `tookMs` is the response time in ms
   */
  readonly addServedRows: (page: {
    readonly requested: number;
    readonly served: number;
    readonly tookMs: number;
  }) => void;
  /** Records a page that was shorter than expected, possibly because of a server limit. */
  readonly noteLimit: (served: number) => void;
  /** Whether the server may have limited the page to this length. */
  readonly isLimit: (served: number) => boolean;
  readonly noteFailure: () => void;
}

/** Small, so that the first page loads fast. */
export const FIRST_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
const MIN_PAGE_SIZE = 25;
/** A page that takes longer is too large. */
const SLOW_PAGE_MS = 4_000;
// Browsers open six connections per host. Two remain for user actions.
const MAX_PARALLEL = 4;
/** Number of successful pages before concurrency increases. */
const PAGES_PER_PARALLEL_STEP = 12;
/** Number of successful pages before the maximum page size doubles. */
const PAGES_PER_SIZE_STEP = 4;
// The server allows 480 requests per minute and API key (upstream-facts). After a burst, the app
// uses at most half of this limit.
const MAX_BURST = 240;
const REQUESTS_PER_SECOND = 4;

/**
 * Creates a throttle. Pages start small and grow while the server responds well.
 * @param now returns the current time in ms
 */
export function createPageThrottle(
  connectionStatus: ConnectionStatus,
  now: () => number = () => performance.now(),
): PageThrottle {
  let size = FIRST_PAGE_SIZE;
  /** The server's maximum page size. Known after two pages with the same short length. */
  let limit = Number.POSITIVE_INFINITY;
  let suspectedLimit: number | null = null;
  /** Current maximum page size. Failures decrease it, and successes increase it. */
  let maxSize = MAX_PAGE_SIZE;
  let parallel = MAX_PARALLEL - 1;
  let successes = 0;
  let tokens = MAX_BURST;
  let refilledAt = now();

  function refill(): void {
    const time = now();
    tokens = Math.min(MAX_BURST, tokens + ((time - refilledAt) / 1000) * REQUESTS_PER_SECOND);
    refilledAt = time;
  }

  /** Waits while the server throttles requests, because it would reject further ones. */
  async function waitForThrottle(signal: AbortSignal): Promise<void> {
    if (connectionStatus.get().retryAt === null) return;
    parallel = 1;
    successes = 0;
    await waitForCooldown(() => connectionStatus.get().retryAt, signal);
  }

  return {
    pageSize: () => size,
    parallel: () => parallel,
    async waitTurn(signal) {
      await waitForThrottle(signal);
      refill();
      tokens -= 1;
      if (tokens < 0) await sleep((-tokens / REQUESTS_PER_SECOND) * 1000, signal);
      signal.throwIfAborted();
    },
    addServedRows({ requested, served, tookMs }) {
      if (tookMs > SLOW_PAGE_MS) return this.noteFailure();
      successes += 1;
      if (successes % PAGES_PER_PARALLEL_STEP === 0) parallel = Math.min(MAX_PARALLEL, parallel + 1);
      if (successes % PAGES_PER_SIZE_STEP === 0) maxSize = Math.min(MAX_PAGE_SIZE, maxSize * 2);
      if (served === requested) size = Math.max(size, Math.min(maxSize, limit));
    },
    noteLimit(served) {
      // A single short page may be the end of the list. Two pages of the same length indicate a limit.
      if (served === suspectedLimit) limit = Math.max(1, served);
      suspectedLimit = served;
      size = Math.max(1, served);
    },
    isLimit: (served) => served === suspectedLimit,
    noteFailure() {
      successes = 0;
      parallel = Math.max(1, parallel - 1);
      maxSize = Math.max(MIN_PAGE_SIZE, Math.floor(Math.min(size, maxSize) / 2));
      size = Math.min(size, maxSize);
    },
  };
}
