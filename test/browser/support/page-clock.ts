import type { Locator, Page, Request } from "@playwright/test";
import { expect } from "./fixtures";

/** What the shell says while a read rests. */
export const LOADING_PAUSED_TEXT = /^Loading resumes in \d+ seconds?\.$/;
/** What stands beside a button that cannot be pressed yet. */
export const RETRY_COUNTDOWN_TEXT = /^Try again in (1 minute( \d+ seconds?)?|\d+ seconds?)$/;

/** The clock of a page, controlled by a test. */
export interface PageClock {
  /** Takes the clock over; until then it cannot be turned. It keeps running. */
  readonly install: () => Promise<void>;
  /** Ms since 1970, as the page has it. */
  readonly now: () => Promise<number>;
  /** Waits until no request to the server is in flight. */
  readonly settle: () => Promise<void>;
  /** Turns it ahead. Requests in flight would count that as silence of the server, so it settles first. */
  readonly advance: (ms: number) => Promise<void>;
  /** Stops it a few seconds ahead: no timer fires until `run` or `resume`. */
  readonly pause: () => Promise<void>;
  /** Runs a stopped clock for so long, with every timer at its time, and waits until React has drawn the result. */
  readonly run: (ms: number) => Promise<void>;
  readonly resume: () => Promise<void>;
}

/** Ms by which a clock is stopped ahead of the page: it cannot go back when the machine is slow. */
const PAUSE_AHEAD = 5_000;

/** Takes hold of a page's clock; before the page asks for anything. */
export function createPageClock(page: Page): PageClock {
  const pendingRequests = new Set<Request>();
  const isApiRequest = (request: Request) => new URL(request.url()).pathname.startsWith("/api/");
  page.on("request", (request) => isApiRequest(request) && pendingRequests.add(request));
  page.on("requestfinished", (request) => pendingRequests.delete(request));
  page.on("requestfailed", (request) => pendingRequests.delete(request));
  const settle = () => expect.poll(() => pendingRequests.size, "requests on their way").toBe(0);
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
      // React draws in a task of a message channel: a message that is sent later arrives after it.
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

/** Seconds that a countdown shows. */
function secondsOf(countdown: Locator): Promise<number> {
  return countdown.evaluate(({ textContent }) => {
    const count = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(textContent ?? "")?.[1] ?? 0);
    return 60 * count("minute") + count("second");
  });
}

interface Cooldown {
  /** How long the server asks for. */
  readonly seconds: number;
  readonly countdown: Locator;
  /** What the countdown says, whatever is left. */
  readonly text: RegExp;
  /** Meets the server's wish; afterwards everything of it has come. */
  readonly trigger: () => Promise<void>;
}

const SECOND = 1_000;

/**
 * That a rest is as long as the server asks, and is counted down second by second. Afterwards half of it is over.
 * The page's own clock decides, and it is stopped for the comparison, so that a machine may take its time.
 */
export async function expectCooldown(clock: PageClock, cooldown: Cooldown): Promise<void> {
  const { seconds, countdown, text } = cooldown;
  const before = await clock.now();
  await cooldown.trigger();
  await expect(countdown).toHaveText(text);
  await clock.settle();
  const observedAt = await clock.now();
  await clock.pause();
  // It counts once a second: what it shows after a second is at most a second old.
  await clock.run(SECOND);
  const left = await secondsOf(countdown);
  const endsAt = (await clock.now()) + left * SECOND;
  expect(endsAt).toBeGreaterThanOrEqual(before + seconds * SECOND);
  // Rounded up to a second, and a second old.
  expect(endsAt).toBeLessThan(observedAt + seconds * SECOND + 2 * SECOND);
  await clock.run(SECOND);
  await expect.poll(() => secondsOf(countdown)).toBe(left - 1);
  await clock.run((seconds / 2 - 1) * SECOND);
  await expect.poll(() => secondsOf(countdown)).toBe(left - seconds / 2);
  await expect(countdown).toHaveText(text);
  await clock.resume();
}

/** Timers of a page that fire only when a test says so. */
export interface LongTimers {
  /** Lets so many ms pass for the timers that are held; those that are due fire in their order. */
  readonly advance: (ms: number) => Promise<void>;
  /** Number of held timers of exactly so many ms. */
  readonly count: (ms: number) => Promise<number>;
  /** Fires the held timers of exactly so many ms, and no others. */
  readonly fire: (ms: number) => Promise<void>;
}

/** Ms from which a timer is held. */
const LONG = 5_000;

/**
 * Holds every timer of 5 s or more that the page sets from its next load on, until the test advances it: messages do
 * not leave, and slow answers of the demo do not come, before a slow machine has looked. Shorter timers run as ever.
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
    // The browser's own ids are small numbers above 0.
    let lastId = 1_000_000_000;
    function hold(act: () => void, ms: number, repeats: boolean): number {
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
        ms >= long ? hold(() => act(...values), ms, false) : own.setTimeout(act, ms, ...values),
      setInterval: (act: Act, ms = 0, ...values: unknown[]) =>
        ms >= long ? hold(() => act(...values), ms, true) : own.setInterval(act, ms, ...values),
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
