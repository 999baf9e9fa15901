import type { Page } from "@playwright/test";

/** Long timers of a page, which fire only when the test calls `advance` or `fire`. */
export interface LongTimers {
  /** Advances the held timers by `ms`. Due timers fire in order. */
  readonly advance: (ms: number) => Promise<void>;
  /** Returns the number of held timers that were set to exactly `ms`. */
  readonly count: (ms: number) => Promise<number>;
  readonly fire: (ms: number) => Promise<void>;
}

/** Minimum duration of held timers, in ms. */
const LONG = 5_000;

/**
 * Holds every timer of 5 s or more that the page sets after its next load, until the test advances
 * or fires it. This keeps notifications open on a slow machine, and keeps slow responses of the
 * demo pending. Shorter timers run as usual.
 */
export async function holdLongTimers(page: Page): Promise<LongTimers> {
  await page.addInitScript((long) => {
    interface Held {
      readonly act: () => void;
      readonly ms: number;
      readonly repeats: boolean;
      due: number;
    }
    const held = new Map<number, Held>();
    const own = {
      setTimeout: window.setTimeout.bind(window),
      setInterval: window.setInterval.bind(window),
      clearTimeout: window.clearTimeout.bind(window),
      clearInterval: window.clearInterval.bind(window),
    };
    let passed = 0;
    // Starts high, because the browser's own timer IDs are small positive numbers.
    let lastId = 1_000_000_000;
    function holdTimer(act: () => void, ms: number, repeats: boolean): number {
      lastId += 1;
      held.set(lastId, { act, ms, repeats, due: passed + ms });
      return lastId;
    }
    const clear = (endsAt: (id?: number) => void) => (id?: number) => {
      if (id === undefined || !held.delete(id)) endsAt(id);
    };
    type Act = (...values: unknown[]) => void;
    Object.assign(window, {
      setTimeout: (act: Act, ms = 0, ...values: unknown[]) =>
        ms >= long ? holdTimer(() => act(...values), ms, false) : own.setTimeout(act, ms, ...values),
      setInterval: (act: Act, ms = 0, ...values: unknown[]) =>
        ms >= long ? holdTimer(() => act(...values), ms, true) : own.setInterval(act, ms, ...values),
      clearTimeout: clear(own.clearTimeout),
      clearInterval: clear(own.clearInterval),
      heldLongTimers: (ms: number) => [...held.values()].filter((timer) => timer.ms === ms).length,
      fireLongTimers(ms: number) {
        for (const [id, timer] of [...held].filter(([, { ms: of }]) => of === ms)) {
          if (!timer.repeats) held.delete(id);
          timer.act();
        }
      },
      advanceLongTimers(ms: number) {
        const endsAt = passed + ms;
        for (;;) {
          const [next] = [...held]
            .filter(([, { due }]) => due <= endsAt)
            .toSorted((a, b) => a[1].due - b[1].due);
          if (next === undefined) break;
          const [id, timer] = next;
          passed = timer.due;
          if (timer.repeats) timer.due += timer.ms;
          else held.delete(id);
          timer.act();
        }
        passed = endsAt;
      },
    });
  }, LONG);
  return {
    advance: (ms) => page.evaluate((by) => Reflect.get(window, "advanceLongTimers")(by), ms),
    count: (ms) => page.evaluate((of) => Reflect.get(window, "heldLongTimers")(of), ms),
    fire: (ms) => page.evaluate((of) => Reflect.get(window, "fireLongTimers")(of), ms),
  };
}
