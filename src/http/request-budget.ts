import { sleep } from "./retry";

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

/** `resumesAt` is the time when requests may be available, in ms since 1970. */
export type Reservation =
  | { readonly isGranted: true; readonly release: () => void }
  | { readonly isGranted: false; readonly resumesAt: number };

/**
 * Limits the requests of bulk actions and of full reads, which share it. Counts all requests of a client, but only
 * these two wait.
 */
export interface RequestBudget {
  /** Counts a request that is being sent. */
  readonly count: () => void;
  /** Reserves requests until `release` is called. Sent requests are counted in addition. */
  readonly reserve: (requests: number) => Reservation;
  /** Waits until a request is available, and then runs `work`. Rejects like `work`, or with the signal's reason. */
  readonly inTurn: <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
}

/**
 * @param limits empty for no limits
 * @param onWait called with the end of a wait in `inTurn`, in ms since 1970, and with null when no wait is left
 */
export function createRequestBudget(
  limits: readonly RequestLimit[],
  onWait: (resumesAt: number | null) => void,
): RequestBudget {
  const longestWindowMs = Math.max(0, ...limits.map(({ windowMs }) => windowMs));
  /** Times of sent requests in the longest window, oldest first. */
  const sentAt: number[] = [];
  let reserved = 0;
  let shownWaits = 0;

  function getWaitMs(requests: number): number {
    const now = Date.now();
    const waits = limits.map(({ windowMs, max }) => {
      // This request must be out of the window before more can be sent.
      const blocking = sentAt[sentAt.length + reserved + requests - 1 - max];
      // After a change of the system clock, a time may be in the future.
      return blocking === undefined ? 0 : Math.min(blocking + windowMs - now, windowMs);
    });
    return Math.max(0, ...waits);
  }

  function reserve(requests: number): Reservation {
    const waitMs = getWaitMs(requests);
    if (waitMs > 0) return { isGranted: false, resumesAt: Date.now() + waitMs };
    reserved += requests;
    return {
      isGranted: true,
      release: () => {
        reserved -= requests;
      },
    };
  }

  async function wait(resumesAt: number, signal?: AbortSignal): Promise<void> {
    const waitMs = resumesAt - Date.now();
    if (waitMs < MIN_SHOWN_WAIT_MS) return sleep(waitMs, signal);
    shownWaits += 1;
    onWait(resumesAt);
    try {
      await sleep(waitMs, signal);
    } finally {
      shownWaits -= 1;
      if (shownWaits === 0) onWait(null);
    }
  }

  return {
    count() {
      if (limits.length === 0) return;
      const now = Date.now();
      while ((sentAt[0] ?? now) <= now - longestWindowMs) sentAt.shift();
      sentAt.push(now);
    },
    reserve,
    async inTurn(work, signal) {
      let reservation = reserve(1);
      while (!reservation.isGranted) {
        await wait(reservation.resumesAt, signal);
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
