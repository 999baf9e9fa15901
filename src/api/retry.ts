import { addJitter, sleep } from "@/lib/time/wait";
import { HttpError, NetworkError } from "./errors";

/** Maximum delay before the first retry. The maximum doubles with each retry. */
const BASE_DELAY_MS = 300;
const MAX_DELAY_MS = 10_000;
/** A request that must wait longer fails instead of being retried. */
const MAX_THROTTLE_MS = 60_000;
const MAX_RETRIES = 3;

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const TRANSIENT_REASONS: ReadonlySet<NetworkError["reason"]> = new Set([
  "unreachable",
  "offline",
  "broken-off",
]);

/** Returns how long a server that throttles or is down asks to wait, in ms, or null if it doesn't say so. */
export function getRequestedWait(error: unknown): number | null {
  return error instanceof HttpError && (error.status === 429 || error.status === 503)
    ? error.retryAfterMs
    : null;
}

/**
 * Returns the delay before a read is retried, in ms, or null when it must not be retried.
 * @param attempt 0 after the first failure
 * @param random returns jitter in [0, 1)
 */
export function retryDelay(error: unknown, attempt: number, random: () => number): number | null {
  if (attempt >= MAX_RETRIES) return null;
  if (error instanceof HttpError) {
    if (!TRANSIENT_STATUSES.has(error.status)) return null;
    const requestedMs = getRequestedWait(error);
    if (requestedMs !== null) return requestedMs <= MAX_THROTTLE_MS ? addJitter(requestedMs, random) : null;
  } else if (!(error instanceof NetworkError && TRANSIENT_REASONS.has(error.reason))) {
    return null;
  }
  // Half fixed and half random, so that failed requests aren't all retried at the same time.
  const delayMs = Math.min(BASE_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);
  return delayMs / 2 + (random() * delayMs) / 2;
}

/**
 * Resolves when the cooldown is over. Rejects with the signal's reason.
 * @param getRetryAt returns the end of the cooldown in ms since 1970, or null when it is over
 */
export async function waitForCooldown(
  getRetryAt: () => number | null,
  signal?: AbortSignal,
  wait: typeof sleep = sleep,
): Promise<void> {
  for (let retryAt = getRetryAt(); retryAt !== null; retryAt = getRetryAt()) {
    await wait(retryAt - Date.now(), signal);
  }
}
