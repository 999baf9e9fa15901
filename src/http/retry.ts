import { HttpError, NetworkError } from "./errors";

/** First pause in ms; each further one doubles. */
const BASE_PAUSE = 300;
const LONGEST_PAUSE = 10_000;
/** A throttled read waits at most this long, in ms; what must wait longer is a failure a person should see. */
const LONGEST_THROTTLE = 60_000;
/** Repeats after the first try. */
const RETRIES = 3;

const PASSING_STATUS: ReadonlySet<number> = new Set([500, 502, 503, 504]);
const PASSING_REASON: ReadonlySet<NetworkError["reason"]> = new Set(["unreachable", "offline", "broken-off"]);

/**
 * Pause in ms before a read is tried again, or null when trying again cannot help.
 * @param attempt 0 after the first failure
 * @param random jitter in [0, 1)
 */
export function pauseBeforeRetry(error: unknown, attempt: number, random: () => number): number | null {
  if (attempt >= RETRIES) return null;
  if (error instanceof HttpError && error.status === 429) {
    const asked = error.retryAfter;
    if (asked !== null) return asked <= LONGEST_THROTTLE ? asked + random() * BASE_PAUSE : null;
  } else if (error instanceof HttpError) {
    if (!PASSING_STATUS.has(error.status)) return null;
  } else if (!(error instanceof NetworkError && PASSING_REASON.has(error.reason))) {
    return null;
  }
  // Half fixed, half random: callers that failed together do not come back together.
  const pause = Math.min(BASE_PAUSE * 2 ** attempt, LONGEST_PAUSE);
  return pause / 2 + (random() * pause) / 2;
}

/** Shortest look at whether a rest is over, in ms: it may end a little later than was said. */
const LOOK_AGAIN = 100;

/**
 * Resolves once nothing rests any more; rejects with the signal's reason when it is aborted before.
 * @param until when it ends, in ms since 1970; null once it has
 */
export async function restOut(
  until: () => number | null,
  signal?: AbortSignal,
  pause: typeof sleep = sleep,
): Promise<void> {
  for (let end = until(); end !== null; end = until()) {
    await pause(Math.max(LOOK_AGAIN, end - Date.now()), signal);
  }
}

/** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
