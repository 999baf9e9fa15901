export interface ClockControls {
  now(): Date;
  set(time: Date): void;
  /** Moves the clock forward by `ms` and stops it there. */
  advance(ms: number): void;
  /** Restores the initial state: stopped at the start time, or running. */
  reset(): void;
}

/** The emulator's only source of time, except for latency. */
export interface Clock extends ClockControls {
  /** Resolves after `ms` on this clock, or on the next `wake()`. Rejects with the signal's reason on abort. */
  pass(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves all pending `pass` calls. */
  wake(): void;
}

interface ClockOptions {
  /** A Date stops the clock at that time. */
  readonly start: Date | (() => Date);
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Creates a clock. It runs unless `start` is a Date. */
export function createClock({ start, sleep }: ClockOptions): Clock {
  const isStopped = start instanceof Date;
  const running = isStopped ? () => start : start;
  let stoppedAt = isStopped ? start : null;
  const changes = new EventTarget();

  const now = () => new Date(stoppedAt ?? running());

  function change(next: Date | null): void {
    stoppedAt = next;
    changes.dispatchEvent(new Event("change"));
  }

  return {
    now,
    set: (time) => change(new Date(time)),
    advance: (ms) => change(new Date(now().getTime() + ms)),
    reset: () => change(isStopped ? start : null),
    wake: () => changes.dispatchEvent(new Event("wake")),
    async pass(ms, signal) {
      signal.throwIfAborted();
      const end = now().getTime() + ms;
      const done = new AbortController();
      const ended = AbortSignal.any([signal, done.signal]);
      await new Promise<void>((resolve, reject) => {
        const options = { signal: done.signal };
        let sleeping = new AbortController();
        function wait(): void {
          sleeping.abort();
          const left = end - now().getTime();
          if (left <= 0) return resolve();
          if (stoppedAt !== null) return;
          sleeping = new AbortController();
          sleep(left, AbortSignal.any([ended, sleeping.signal])).then(resolve, () => undefined);
        }
        changes.addEventListener("change", wait, options);
        changes.addEventListener("wake", () => resolve(), options);
        signal.addEventListener("abort", () => reject(signal.reason), options);
        wait();
      }).finally(() => done.abort());
    },
  };
}
