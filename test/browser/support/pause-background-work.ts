import { expect, type Page } from "@playwright/test";

/** Rests before it is held: by then it is in the middle of its work. */
const RESTS = 5;

/** Long work that is held at one of its rests. */
interface HeldWork {
  /** Waits until it is held, at most so many ms. */
  readonly expectHeld: (timeout: number) => Promise<void>;
  readonly letGo: () => Promise<void>;
}

/** Holds what the page works on in slices while it shows some words: a page that is free answers meanwhile. */
export async function holdWork(page: Page, words: string): Promise<HeldWork> {
  const work = await page.evaluateHandle(
    ([shown, most]) => {
      const scheduler = Reflect.get(globalThis, "scheduler");
      const rest = scheduler.yield.bind(scheduler);
      let rests = 0;
      let letGo = () => {};
      const end = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const state = { isHeld: false, isOver: false, letGo };
      scheduler.yield = async () => {
        if (document.querySelector("main")?.textContent.includes(shown)) rests += 1;
        if (state.isOver || rests < most) return rest();
        state.isHeld = true;
        await end;
      };
      return state;
    },
    [words, RESTS] as const,
  );
  return {
    expectHeld: (timeout) => expect.poll(() => work.evaluate(({ isHeld }) => isHeld), { timeout }).toBe(true),
    letGo: () =>
      work.evaluate((state) => {
        state.isOver = true;
        state.letGo();
      }),
  };
}

/** That the page answers keys. */
export async function expectAnswer(page: Page): Promise<void> {
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}
