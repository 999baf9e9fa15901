import { HttpError, NetworkError } from "./errors";

/** First pause in ms; each further one doubles. */
const BASE_DELAY_MS = 300;
const MAX_DELAY_MS = 10_000;
/** A throttled read waits at most this long, in ms; what must wait longer is a failure a person should see. */
const MAX_THROTTLE_MS = 60_000;
/** Repeats after the first try. */
const MAX_RETRIES = 3;

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([500, 502, 503, 504]);
const TRANSIENT_REASONS: ReadonlySet<NetworkError["reason"]> = new Set([
  "unreachable",
  "offline",
  "broken-off",
]);

/**
 * Pause in ms before a read is tried again, or null when trying again cannot help.
 * @param attempt 0 after the first failure
 * @param random jitter in [0, 1)
 */
export function retryDelay(error: unknown, attempt: number, random: () => number): number | null {
  if (attempt >= MAX_RETRIES) return null;
  if (error instanceof HttpError && error.status === 429) {
    const requestedMs = error.retryAfterMs;
    if (requestedMs !== null)
      return requestedMs <= MAX_THROTTLE_MS ? requestedMs + random() * BASE_DELAY_MS : null;
  } else if (error instanceof HttpError) {
    if (!TRANSIENT_STATUSES.has(error.status)) return null;
  } else if (!(error instanceof NetworkError && TRANSIENT_REASONS.has(error.reason))) {
    return null;
  }
  // Half fixed, half random: callers that failed together do not come back together.
  const delayMs = Math.min(BASE_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
  return delayMs / 2 + (random() * delayMs) / 2;
}

/** Shortest look at whether a rest is over, in ms: it may end a little later than was said. */
const MIN_WAIT_MS = 100;

/**
 * Resolves once nothing rests any more; rejects with the signal's reason when it is aborted before.
 * @param until when it ends, in ms since 1970; null once it has
 */
export async function waitForCooldown(
  getRetryAt: () => number | null,
  signal?: AbortSignal,
  wait: typeof sleep = sleep,
): Promise<void> {
  for (let retryAt = getRetryAt(); retryAt !== null; retryAt = getRetryAt()) {
    await wait(Math.max(MIN_WAIT_MS, retryAt - Date.now()), signal);
  }
}

/** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const handleAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", handleAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", handleAbort, { once: true });
  });
}
