import { expect, type Page } from "@playwright/test";

/** Number of yields before the pause, so that the work is paused in the middle. */
const YIELDS_BEFORE_PAUSE = 5;

/** Long-running work that is paused at one of its yields. */
interface PausedWork {
  readonly expectPaused: (timeout: number) => Promise<void>;
  readonly resume: () => Promise<void>;
}

/**
 * Pauses the page's sliced work at a yield while a text is visible, until the test resumes it. In
 * the meantime, the test can check that the page still handles input.
 */
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

export async function expectResponsivePage(page: Page): Promise<void> {
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}
