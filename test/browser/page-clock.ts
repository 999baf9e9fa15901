import type { Locator, Page, Request } from "@playwright/test";
import { expect } from "./fixtures";

/** What the shell says while a read rests. */
export const LOADING_RESTS = /^Loading goes on in \d+ seconds?\.$/;
/** What stands beside a button that cannot be pressed yet. */
export const TRY_AGAIN_RESTS = /^Try again in (1 minute( \d+ seconds?)?|\d+ seconds?)$/;

/** The clock of a page, in the hands of a test. */
export interface PageClock {
  /** From now on it can be turned; until then it goes by itself. */
  readonly install: () => Promise<void>;
  /** Ms since 1970, as the page has it. */
  readonly now: () => Promise<number>;
  /** Waits until nothing is asked of the server. */
  readonly settle: () => Promise<void>;
  /** Turns it ahead. What is on its way would count that as silence of the server, so it settles first. */
  readonly pass: (ms: number) => Promise<void>;
}

/** Takes hold of a page's clock; before the page asks for anything. */
export function clockOf(page: Page): PageClock {
  const underWay = new Set<Request>();
  const isAsked = (request: Request) => new URL(request.url()).pathname.startsWith("/api/");
  page.on("request", (request) => isAsked(request) && underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  const settle = () => expect.poll(() => underWay.size, "requests on their way").toBe(0);
  return {
    install: () => page.clock.install(),
    now: () => page.evaluate(() => Date.now()),
    settle,
    async pass(ms) {
      await settle();
      await page.clock.fastForward(ms);
    },
  };
}

/** When a countdown says that it ends, by the page's clock. It is rounded up to seconds, and said once a second. */
function endOf(countdown: Locator): Promise<number> {
  return countdown.evaluate(({ textContent }) => {
    const count = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(textContent ?? "")?.[1] ?? 0);
    return Date.now() + 60_000 * count("minute") + 1_000 * count("second");
  });
}

/** What the words of a countdown may be off, in ms: rounded, a second old, and drawn by a slow machine. */
const INEXACT = 3_000;

interface Rest {
  /** How long the server asks for. */
  readonly seconds: number;
  readonly countdown: Locator;
  /** What the countdown says, whatever is left. */
  readonly words: RegExp;
  /** Meets the server's wish; afterwards everything of it has come. */
  readonly begin: () => Promise<void>;
}

/**
 * That a rest is as long as the server asks, and is counted down. Afterwards half of it is over.
 * Compared with the page's own clock, so that a machine may take its time.
 */
export async function expectRest(clock: PageClock, rest: Rest): Promise<void> {
  const { seconds, countdown, words } = rest;
  const whole = seconds * 1_000;
  const before = await clock.now();
  await rest.begin();
  await expect(countdown).toHaveText(words);
  await clock.settle();
  const asked = await clock.now();
  let end = 0;
  await expect(async () => {
    const said = (await countdown.textContent()) ?? "";
    end = await endOf(countdown);
    expect(end).toBeGreaterThanOrEqual(before + whole);
    expect(end).toBeLessThan(asked + whole + INEXACT);
    // Said anew it comes to the same: what a page shows that stood still is older than it looks.
    await expect(countdown).not.toHaveText(said, { timeout: 3_000 });
    expect(Math.abs((await endOf(countdown)) - end)).toBeLessThan(INEXACT / 2);
  }).toPass({ timeout: 15_000 });
  await clock.pass(whole / 2);
  await expect(async () => {
    expect(Math.abs((await endOf(countdown)) - end)).toBeLessThan(INEXACT);
  }).toPass({ timeout: 15_000 });
  await expect(countdown).toHaveText(words);
}
