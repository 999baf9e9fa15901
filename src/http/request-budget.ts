import { addJitter, boundWait, MAX_WAIT_MS, sleep } from "@/lib/time/wait";
import { createRequestUsage, type UsageStorage } from "./request-usage";

export interface RequestLimit {
  readonly windowMs: number;
  /** Maximum number of requests in any window of this length. */
  readonly max: number;
}

/**
 * Half of what servers allow per API key: 480 requests per minute and 4,800 per hour (server-generations). The other
 * half is for single requests, which never wait, and for other programs that use the key.
 */
export const HALF_OF_SERVER_LIMITS: readonly RequestLimit[] = [
  { windowMs: 60_000, max: 240 },
  { windowMs: 3_600_000, max: 2_400 },
];

/** Shorter waits aren't shown, because their notice would only flicker. */
export const MIN_SHOWN_WAIT_MS = 1_000;
/** Reservations of a tab that was closed or suspended count for this time. */
const MAX_RESERVED_MS = 60_000;
/** Wait while the requests of the limit are reserved, but not sent yet. */
const RESERVED_WAIT_MS = 1_000;

/** `resumesAt` is the time when requests may be available, in ms since 1970. */
export type Reservation =
  | { readonly isGranted: true; readonly release: () => void }
  | { readonly isGranted: false; readonly resumesAt: number };

/**
 * Limits the requests of bulk actions, full reads and polls, which share it with those of other tabs. Counts all
 * requests of a client, but only these wait.
 */
export interface RequestBudget {
  /** Counts a request that is being sent. */
  readonly count: () => void;
  /** Reserves requests until `release` is called. Sent requests are counted in addition. */
  readonly reserve: (requests: number) => Reservation;
  /** Waits until a request is available, and then runs `work`. Rejects like `work`, or with the signal's reason. */
  readonly inTurn: <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
  /** Grants nothing for `ms`, in any tab, because the server refused a request. */
  readonly pause: (ms: number) => void;
  /** Returns the end of the pause in ms since 1970, or null without one. */
  readonly pausedUntil: () => number | null;
  /** Ends the pause in this tab. */
  readonly resume: () => void;
  /** Resolves at `resumesAt`, or when the pause ends earlier. Rejects with the signal's reason. */
  readonly wait: (resumesAt: number, signal?: AbortSignal) => Promise<void>;
}

export interface RequestBudgetOptions {
  /** None by default. */
  readonly limits?: readonly RequestLimit[];
  /** Called with the end of a wait in `inTurn`, in ms since 1970, and with null when no wait is left. */
  readonly onWait?: (resumesAt: number | null) => void;
  /** Shares the budget with other tabs. By default, each budget counts on its own. */
  readonly storage?: UsageStorage | null;
  /** For tests. Returns jitter in [0, 1). */
  readonly random?: () => number;
}

export function createRequestBudget({
  limits = [],
  onWait = () => undefined,
  storage = null,
  random = Math.random,
}: RequestBudgetOptions): RequestBudget {
  const usage = createRequestUsage(storage);
  let shownWaits = 0;
  /** End of the pause that the user has ended, in ms since 1970. */
  let endedPause = 0;
  let resumed = new AbortController();

  function pausedUntil(): number | null {
    const now = Date.now();
    const until = Math.max(usage.own().pausedUntil, ...usage.others().map((other) => other.pausedUntil));
    return until > now && until > endedPause ? Math.min(until, now + MAX_WAIT_MS) : null;
  }

  function getLimitWaitMs(requests: number): number {
    if (limits.length === 0) return 0;
    const now = Date.now();
    const others = usage.others();
    const sent = [usage.own(), ...others].flatMap((tab) => tab.sent).sort(([one], [other]) => other - one);
    const reserved = others
      .filter(({ updatedAt }) => updatedAt > now - MAX_RESERVED_MS)
      .reduce((sum, tab) => sum + tab.reserved, usage.own().reserved);
    const waits = limits.map(({ windowMs, max }) => {
      let total = reserved + requests;
      if (reserved > 0 && total > max) return RESERVED_WAIT_MS;
      for (const [second, count] of sent) {
        total += count;
        // These requests must be out of the window before more can be sent.
        const waitMs = (second + 1) * 1_000 + windowMs - now;
        if (total > max) return Math.min(waitMs, windowMs + 1_000);
      }
      return 0;
    });
    return Math.max(0, ...waits);
  }

  function reserve(requests: number): Reservation {
    const pauseEnd = pausedUntil();
    if (pauseEnd !== null) return { isGranted: false, resumesAt: pauseEnd };
    const waitMs = getLimitWaitMs(requests);
    if (waitMs > 0) return { isGranted: false, resumesAt: Date.now() + waitMs };
    usage.reserve(requests);
    return { isGranted: true, release: () => usage.reserve(-requests) };
  }

  async function wait(resumesAt: number, signal?: AbortSignal): Promise<void> {
    const { signal: skip } = resumed;
    const waitMs = addJitter(boundWait(resumesAt - Date.now()), random);
    try {
      await sleep(waitMs, signal ? AbortSignal.any([signal, skip]) : skip);
      // The wait is over, even if the system clock was set back in the meantime.
      endedPause = Math.max(endedPause, resumesAt);
    } catch (error) {
      signal?.throwIfAborted();
      if (!skip.aborted) throw error;
    }
  }

  async function waitVisibly(resumesAt: number, signal?: AbortSignal): Promise<void> {
    if (resumesAt - Date.now() < MIN_SHOWN_WAIT_MS) return wait(resumesAt, signal);
    shownWaits += 1;
    onWait(resumesAt);
    try {
      await wait(resumesAt, signal);
    } finally {
      shownWaits -= 1;
      if (shownWaits === 0) onWait(null);
    }
  }

  return {
    count() {
      if (limits.length > 0) usage.add(1);
    },
    reserve,
    wait,
    pausedUntil,
    pause(ms) {
      const end = Math.max(pausedUntil() ?? 0, Date.now() + boundWait(ms));
      // The server has refused another request, possibly until the same time as before.
      endedPause = 0;
      usage.pauseUntil(end);
    },
    resume() {
      endedPause = Math.max(endedPause, pausedUntil() ?? 0);
      usage.pauseUntil(0);
      resumed.abort();
      resumed = new AbortController();
    },
    async inTurn(work, signal) {
      let reservation = reserve(1);
      while (!reservation.isGranted) {
        await waitVisibly(reservation.resumesAt, signal);
        reservation = reserve(1);
      }
      try {
        return await work();
      } finally {
        reservation.release();
      }
    },
  };
}
