import { HttpError, NetworkError } from "./errors";

/** First delay, which doubles with each retry. */
const BASE_DELAY_MS = 300;
const MAX_DELAY_MS = 10_000;
/** Longer waits are reported as failures. */
const MAX_THROTTLE_MS = 60_000;
const MAX_RETRIES = 3;

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([500, 502, 503, 504]);
const TRANSIENT_REASONS: ReadonlySet<NetworkError["reason"]> = new Set([
  "unreachable",
  "offline",
  "broken-off",
]);

/**
 * Returns the delay in ms before a read is retried, or null when a retry can't help.
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
  // Half fixed and half random, so that requests that fail together aren't retried together.
  const delayMs = Math.min(BASE_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
  return delayMs / 2 + (random() * delayMs) / 2;
}

/** Minimum wait before the cooldown's end is checked again. */
const MIN_WAIT_MS = 100;

/**
 * Resolves after the cooldown, which may be extended. Rejects with the signal's reason.
 * @param getRetryAt returns the end in ms since 1970, or null when the cooldown is over
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

/** Resolves after `ms`. Rejects with the signal's reason. */
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
