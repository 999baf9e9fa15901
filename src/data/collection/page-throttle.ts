import type { ConnectionStatus } from "@/http/connection-status";
import { sleep, waitForCooldown } from "@/http/retry";

/** How a collection asks for its pages. Its figures are ours: no server names a largest page (upstream-facts). */
export interface PageThrottle {
  /** Records to ask for in one page. */
  readonly pageSize: () => number;
  /** Pages that may be on their way at once. */
  readonly parallel: () => number;
  /** Resolves when the next request may go; rejects with the signal's reason. */
  readonly waitTurn: (signal: AbortSignal) => Promise<void>;
  /** Notes a page that arrived. @param took ms from asking to having it */
  readonly noteServed: (page: {
    readonly requested: number;
    readonly served: number;
    readonly tookMs: number;
  }) => void;
  /** Notes that a full page was expected and fewer came: the server has a limit of its own. */
  readonly noteLimit: (served: number) => void;
  /** Whether a page of that many may have been cut by the server. */
  readonly isLimit: (served: number) => boolean;
  /** Notes a page that failed or came late. */
  readonly noteFailure: () => void;
}

/** Records of the very first page: it should come as fast as it can. */
export const FIRST_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
const MIN_PAGE_SIZE = 25;
/** Slower than this, in ms, a page was too large. */
const SLOW_PAGE_MS = 4_000;
// A browser opens six connections to a host at most: what a person asks for meanwhile must not wait in line.
const MAX_PARALLEL = 4;
/** Pages without trouble before one more may be on its way. */
const PAGES_PER_PARALLEL_STEP = 12;
/** Pages without trouble before they may be twice as large again. */
const PAGES_PER_SIZE_STEP = 4;
// Servers allow a key 480 requests a minute (upstream-facts): after a quick start at most half of that.
const MAX_BURST = 240;
const REQUESTS_PER_SECOND = 4;

/** Begins with small pages and few at once, and goes as far as the server honours. @param now clock in ms */
export function createPageThrottle(
  connectionStatus: ConnectionStatus,
  now: () => number = () => performance.now(),
): PageThrottle {
  let size = FIRST_PAGE_SIZE;
  /** What a server's own limit leaves, once it was met twice. */
  let limit = Number.POSITIVE_INFINITY;
  let suspectedLimit: number | null = null;
  /** What trouble leaves; it grows again. */
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

  /** While a throttled request waits nothing else is sent: it would be refused as well. */
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
    noteServed({ requested, served, tookMs }) {
      if (tookMs > SLOW_PAGE_MS) return this.noteFailure();
      successes += 1;
      if (successes % PAGES_PER_PARALLEL_STEP === 0) parallel = Math.min(MAX_PARALLEL, parallel + 1);
      if (successes % PAGES_PER_SIZE_STEP === 0) maxSize = Math.min(MAX_PAGE_SIZE, maxSize * 2);
      if (served === requested) size = Math.max(size, Math.min(maxSize, limit));
    },
    noteLimit(served) {
      // Once it may be the end of a list that is shorter than its count; twice the same is a limit.
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
