import type { ConnectionStatus } from "@/http/connection-status";
import { HttpError, isThrottled } from "@/http/errors";
import { sleep, waitForCooldown } from "@/http/retry";

/** Sends reads one behind the other, a few at once, at a rate that a server allows. */
export interface RateLimitedQueue {
  /**
   * Runs a read when its turn comes. Rejects with whatever it fails with, with the signal's reason, or at once with the
   * refusal of a read before it in line that made the server ask for a longer rest.
   */
  readonly run: <Result>(read: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
}

interface QueueOptions {
  readonly connectionStatus: ConnectionStatus;
  /** Clock in ms. */
  readonly now?: () => number;
  readonly sleepFor?: typeof sleep;
}

// A browser opens six connections to a host at most: what a person asks for meanwhile must not wait in line.
const MAX_PARALLEL = 4;
// Together 240 in the first minute, and fewer in every other one: half of what servers allow a key for everything.
const MAX_BURST = 60;
const REQUESTS_PER_SECOND = 3;

/** Begins with nothing on its way. */
export function createRateLimitedQueue({
  connectionStatus,
  now = () => performance.now(),
  sleepFor = sleep,
}: QueueOptions): RateLimitedQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  let tokens = MAX_BURST;
  let refilledAt = now();
  /** What the server refused with when it asked for a rest. */
  let throttleError: HttpError | null = null;

  /** Waits for one of the few places. */
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

  /** @param known the refusal before the read was asked for: whoever asks in spite of it is heard */
  async function waitTurn(signal: AbortSignal, knownError: HttpError | null): Promise<void> {
    await waitForCooldown(() => connectionStatus.get().retryAt, signal, sleepFor);
    // Asking would only be refused again, and prolong the rest.
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
