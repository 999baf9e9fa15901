import type { Signals } from "@/http/connection-status";
import { restOut, sleep } from "@/http/retry";

/** How a collection asks for its pages. Its figures are ours: no server names a largest page (upstream-facts). */
export interface Pace {
  /** Records to ask for in one page. */
  readonly pageSize: () => number;
  /** Pages that may be on their way at once. */
  readonly parallel: () => number;
  /** Resolves when the next request may go; rejects with the signal's reason. */
  readonly turn: (signal: AbortSignal) => Promise<void>;
  /** Notes a page that arrived. @param took ms from asking to having it */
  readonly noteServed: (page: {
    readonly asked: number;
    readonly served: number;
    readonly took: number;
  }) => void;
  /** Notes that a full page was expected and fewer came: the server has a limit of its own. */
  readonly noteLimit: (served: number) => void;
  /** Whether a page of that many may have been cut by the server. */
  readonly isLimit: (served: number) => boolean;
  /** Notes a page that failed or came late. */
  readonly noteTrouble: () => void;
}

/** Records of the very first page: it should come as fast as it can. */
export const FIRST_PAGE = 100;
const LARGEST_PAGE = 500;
const SMALLEST_PAGE = 25;
/** Slower than this, in ms, a page was too large. */
const SLOW_PAGE = 4_000;
// A browser opens six connections to a host at most: what a person asks for meanwhile must not wait in line.
const MOST_PARALLEL = 4;
/** Pages without trouble before one more may be on its way. */
const CALM_PAGES = 12;
/** Pages without trouble before they may be twice as large again. */
const FEW_PAGES = 4;
// Servers allow a key 480 requests a minute (upstream-facts): after a quick start at most half of that.
const BURST = 240;
const PER_SECOND = 4;

/** Begins with small pages and few at once, and goes as far as the server honours. @param now clock in ms */
export function createPace(signals: Signals, now: () => number = () => performance.now()): Pace {
  let size = FIRST_PAGE;
  /** What a server's own limit leaves, once it was met twice. */
  let limit = Number.POSITIVE_INFINITY;
  let suspected: number | null = null;
  /** What trouble leaves; it grows again. */
  let most = LARGEST_PAGE;
  let parallel = MOST_PARALLEL - 1;
  let calm = 0;
  let allowance = BURST;
  let counted = now();

  function refill(): void {
    const time = now();
    allowance = Math.min(BURST, allowance + ((time - counted) / 1000) * PER_SECOND);
    counted = time;
  }

  /** While a throttled request waits nothing else is sent: it would be refused as well. */
  async function untilCalm(signal: AbortSignal): Promise<void> {
    if (signals.get().waitingUntil === null) return;
    parallel = 1;
    calm = 0;
    await restOut(() => signals.get().waitingUntil, signal);
  }

  return {
    pageSize: () => size,
    parallel: () => parallel,
    async turn(signal) {
      await untilCalm(signal);
      refill();
      allowance -= 1;
      if (allowance < 0) await sleep((-allowance / PER_SECOND) * 1000, signal);
      signal.throwIfAborted();
    },
    noteServed({ asked, served, took }) {
      if (took > SLOW_PAGE) return this.noteTrouble();
      calm += 1;
      if (calm % CALM_PAGES === 0) parallel = Math.min(MOST_PARALLEL, parallel + 1);
      if (calm % FEW_PAGES === 0) most = Math.min(LARGEST_PAGE, most * 2);
      if (served === asked) size = Math.max(size, Math.min(most, limit));
    },
    noteLimit(served) {
      // Once it may be the end of a list that is shorter than its count; twice the same is a limit.
      if (served === suspected) limit = Math.max(1, served);
      suspected = served;
      size = Math.max(1, served);
    },
    isLimit: (served) => served === suspected,
    noteTrouble() {
      calm = 0;
      parallel = Math.max(1, parallel - 1);
      most = Math.max(SMALLEST_PAGE, Math.floor(Math.min(size, most) / 2));
      size = Math.min(size, most);
    },
  };
}
