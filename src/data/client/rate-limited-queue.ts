import type { ConnectionStatus } from "@/http/connection-status";
import { HttpError, isThrottled } from "@/http/errors";
import { sleep, waitForCooldown } from "@/http/retry";

export interface RateLimitedQueue {
  /** Queues a read. Rejects with the read's error, the abort reason, or the 429 error that paused the queue. */
  readonly run: <Result>(read: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
}

interface QueueOptions {
  readonly connectionStatus: ConnectionStatus;
  /** Returns the current time in ms. */
  readonly now?: () => number;
  readonly sleepFor?: typeof sleep;
}

// Browsers open six connections per host. Two remain for user actions.
const MAX_PARALLEL = 4;
// Half of the server's limit per API key. Allows 240 requests in the first minute, and fewer afterwards.
const MAX_BURST = 60;
const REQUESTS_PER_SECOND = 3;

export function createRateLimitedQueue({
  connectionStatus,
  now = () => performance.now(),
  sleepFor = sleep,
}: QueueOptions): RateLimitedQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  let tokens = MAX_BURST;
  let refilledAt = now();
  /** The 429 error that paused the queue. */
  let throttleError: HttpError | null = null;

  function acquireSlot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const start = () => {
        signal.removeEventListener("abort", handleAbort);
        running += 1;
        resolve();
      };
      const handleAbort = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      if (running < MAX_PARALLEL) return start();
      waiting.push(start);
      signal.addEventListener("abort", handleAbort, { once: true });
    });
  }

  function releaseSlot(): void {
    running -= 1;
    waiting.shift()?.();
  }

  /** @param knownError 429 error at the time the read was queued. This error doesn't reject the read. */
  async function waitTurn(signal: AbortSignal, knownError: HttpError | null): Promise<void> {
    // A request during the cooldown would extend it.
    await waitForCooldown(() => connectionStatus.get().retryAt, signal, sleepFor);
    if (throttleError !== knownError && isThrottled(throttleError)) throw throttleError;
    const time = now();
    tokens = Math.min(MAX_BURST, tokens + ((time - refilledAt) / 1000) * REQUESTS_PER_SECOND);
    refilledAt = time;
    tokens -= 1;
    if (tokens < 0) await sleepFor((-tokens / REQUESTS_PER_SECOND) * 1000, signal);
    signal.throwIfAborted();
  }

  return {
    async run(read, signal) {
      const knownError = throttleError;
      await acquireSlot(signal);
      try {
        await waitTurn(signal, knownError);
        return await read();
      } catch (error) {
        if (isThrottled(error) && error instanceof HttpError) throttleError = error;
        throw error;
      } finally {
        releaseSlot();
      }
    },
  };
}
