import { expect, type Page } from "@playwright/test";

/** Rests before it is held: by then it is in the middle of its work. */
const YIELDS_BEFORE_PAUSE = 5;

/** Long work that is held at one of its rests. */
interface PausedWork {
  /** Waits until it is held, at most so many ms. */
  readonly expectPaused: (timeout: number) => Promise<void>;
  readonly resume: () => Promise<void>;
}

/** Holds what the page works on in slices while it shows some words: a page that is free answers meanwhile. */
export async function pauseWork(page: Page, visibleText: string): Promise<PausedWork> {
  const work = await page.evaluateHandle(
    ([text, minYields]) => {
      const scheduler = Reflect.get(globalThis, "scheduler");
      const originalYield = scheduler.yield.bind(scheduler);
      let yieldCount = 0;
      let resume = () => {};
      const end = new Promise<void>((resolve) => {
        resume = resolve;
      });
      const state = { isPaused: false, isOver: false, letGo: resume };
      scheduler.yield = async () => {
        if (document.querySelector("main")?.textContent.includes(text)) yieldCount += 1;
        if (state.isOver || yieldCount < minYields) return originalYield();
        state.isPaused = true;
        await end;
      };
      return state;
    },
    [visibleText, YIELDS_BEFORE_PAUSE] as const,
  );
  return {
    expectPaused: (timeout) =>
      expect.poll(() => work.evaluate(({ isPaused }) => isPaused), { timeout }).toBe(true),
    resume: () =>
      work.evaluate((state) => {
        state.isOver = true;
        state.letGo();
      }),
  };
}

/** That the page answers keys. */
export async function expectResponsivePage(page: Page): Promise<void> {
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}
