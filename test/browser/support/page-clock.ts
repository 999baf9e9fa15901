import type { Locator, Page, Request } from "@playwright/test";
import { expect } from "./fixtures";

/** Matches the shell's message while a read is throttled. */
export const LOADING_PAUSED_TEXT = /^Loading resumes in \d+ seconds?\.$/;
/** Matches the text beside a button that is disabled during a cooldown. */
export const RETRY_COUNTDOWN_TEXT = /^Try again in (1 minute( \d+ seconds?)?|\d+ seconds?)$/;

export interface PageClock {
  /** Takes control of the clock, which continues to run. Required before the other functions. */
  readonly install: () => Promise<void>;
  /** Returns the page's time in ms since 1970. */
  readonly now: () => Promise<number>;
  readonly settle: () => Promise<void>;
  /** Waits for requests in flight, which would otherwise time out, then advances the clock. */
  readonly advance: (ms: number) => Promise<void>;
  /** Stops the clock a few seconds ahead. Timers don't fire until `run` or `resume`. */
  readonly pause: () => Promise<void>;
  /** Runs a stopped clock for `ms`, fires due timers, and waits until React has rendered. */
  readonly run: (ms: number) => Promise<void>;
  readonly resume: () => Promise<void>;
}

/**
 * Time in ms from now until the clock stops. On a slow machine, a shorter time may be over before
 * the clock stops, and a clock can't go back.
 */
const PAUSE_AHEAD = 5_000;

/** Creates a page's clock. Must be called before the page sends requests. */
export function createPageClock(page: Page): PageClock {
  const pendingRequests = new Set<Request>();
  const isApiRequest = (request: Request) => new URL(request.url()).pathname.startsWith("/api/");
  page.on("request", (request) => isApiRequest(request) && pendingRequests.add(request));
  page.on("requestfinished", (request) => pendingRequests.delete(request));
  page.on("requestfailed", (request) => pendingRequests.delete(request));
  const settle = () => expect.poll(() => pendingRequests.size, "requests in flight").toBe(0);
  const now = () => page.evaluate(() => Date.now());
  return {
    install: () => page.clock.install(),
    now,
    settle,
    async advance(ms) {
      await settle();
      await page.clock.fastForward(ms);
    },
    pause: async () => page.clock.pauseAt((await now()) + PAUSE_AHEAD),
    async run(ms) {
      await page.clock.runFor(ms);
      // React renders in a message channel's task. A later message arrives after that task.
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener("message", resolve, { once: true });
            port1.start();
            port2.postMessage(null);
          }),
      );
    },
    resume: () => page.clock.resume(),
  };
}

function secondsOf(countdown: Locator): Promise<number> {
  return countdown.evaluate(({ textContent }) => {
    const count = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(textContent ?? "")?.[1] ?? 0);
    return 60 * count("minute") + count("second");
  });
}

interface Cooldown {
  readonly seconds: number;
  readonly countdown: Locator;
  /** Matches the countdown's text at any time. */
  readonly text: RegExp;
  /** Causes the cooldown. Resolves after all responses that cause it have arrived. */
  readonly trigger: () => Promise<void>;
}

const SECOND = 1_000;

/**
 * Checks that a cooldown has the requested length, and that its countdown updates every second.
 * Resolves after half of the cooldown. Stops the page's clock for the comparison, so that a slow
 * machine makes no difference.
 */
export async function expectCooldown(clock: PageClock, cooldown: Cooldown): Promise<void> {
  const { seconds, countdown, text } = cooldown;
  const before = await clock.now();
  await cooldown.trigger();
  await expect(countdown).toHaveText(text);
  await clock.settle();
  const observedAt = await clock.now();
  await clock.pause();
  // The countdown updates once per second, so its value is at most a second old.
  await clock.run(SECOND);
  const left = await secondsOf(countdown);
  const endsAt = (await clock.now()) + left * SECOND;
  expect(endsAt).toBeGreaterThanOrEqual(before + seconds * SECOND);
  // The value is rounded up to a second, and may be a second old.
  expect(endsAt).toBeLessThan(observedAt + seconds * SECOND + 2 * SECOND);
  await clock.run(SECOND);
  await expect.poll(() => secondsOf(countdown)).toBe(left - 1);
  await clock.run((seconds / 2 - 1) * SECOND);
  await expect.poll(() => secondsOf(countdown)).toBe(left - seconds / 2);
  await expect(countdown).toHaveText(text);
  await clock.resume();
}

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
