import type { Signals } from "@/http/connection-status";
import { HttpError, isResting } from "@/http/errors";
import { restOut, sleep } from "@/http/retry";

/** Sends reads one behind the other, a few at once, at a rate that a server allows. */
export interface PoliteLane {
  /**
   * Runs a read when its turn comes. Rejects with whatever it fails with, with the signal's reason, or at once with the
   * refusal of a read before it in line that made the server ask for a longer rest.
   */
  readonly run: <Result>(read: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
}

interface LaneOptions {
  readonly signals: Signals;
  /** Clock in ms. */
  readonly now?: () => number;
  readonly pause?: typeof sleep;
}

// A browser opens six connections to a host at most: what a person asks for meanwhile must not wait in line.
const PARALLEL = 4;
// Together 240 in the first minute, and fewer in every other one: half of what servers allow a key for everything.
const BURST = 60;
const PER_SECOND = 3;

/** Begins with nothing on its way. */
export function createPoliteLane({
  signals,
  now = () => performance.now(),
  pause = sleep,
}: LaneOptions): PoliteLane {
  let running = 0;
  const waiting: (() => void)[] = [];
  let allowance = BURST;
  let counted = now();
  /** What the server refused with when it asked for a rest. */
  let refusal: HttpError | null = null;

  /** Waits for one of the few places. */
  function place(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const take = () => {
        signal.removeEventListener("abort", leave);
        running += 1;
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      if (running < PARALLEL) return take();
      waiting.push(take);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  function leavePlace(): void {
    running -= 1;
    waiting.shift()?.();
  }

  /** @param known the refusal before the read was asked for: whoever asks in spite of it is heard */
  async function turn(signal: AbortSignal, known: HttpError | null): Promise<void> {
    await restOut(() => signals.get().waitingUntil, signal, pause);
    // Asking would only be refused again, and prolong the rest.
    if (refusal !== known && isResting(refusal)) throw refusal;
    const time = now();
    allowance = Math.min(BURST, allowance + ((time - counted) / 1000) * PER_SECOND);
    counted = time;
    allowance -= 1;
    if (allowance < 0) await pause((-allowance / PER_SECOND) * 1000, signal);
    signal.throwIfAborted();
  }

  return {
    async run(read, signal) {
      const known = refusal;
      await place(signal);
      try {
        await turn(signal, known);
        return await read();
      } catch (error) {
        if (isResting(error) && error instanceof HttpError) refusal = error;
        throw error;
      } finally {
        leavePlace();
      }
    },
  };
}
