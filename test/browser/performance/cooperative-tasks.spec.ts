import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { pressPair } from "../support/user";

const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Goes back and returns the heading after the popstate event has been handled. */
function goBackAndCheckFrame(page: Page): Promise<string | null | undefined> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        // At the end of the event, React renders all updates that aren't deferred. The check
        // doesn't wait for the next frame, because that frame may be late on a slow machine.
        const check = () => resolve(document.querySelector("h1")?.textContent);
        addEventListener("popstate", () => queueMicrotask(() => queueMicrotask(check)), { once: true });
        history.back();
      }),
  );
}

interface Selected {
  readonly all: boolean | undefined;
  readonly rows: number;
  readonly bar: string | undefined;
}

/** Presses "select all" and returns the selection after the click event has been handled. */
function selectAllBy(page: Page, presses: string): Promise<Selected> {
  return page.evaluate(
    (what) =>
      new Promise<Selected>((resolve) => {
        const check = () =>
          resolve({
            all: document.querySelector<HTMLInputElement>("thead input[type=checkbox]")?.checked,
            rows: document.querySelectorAll("tbody [aria-selected=true]").length,
            bar: document
              .querySelector("section[aria-label=Selection]")
              ?.textContent?.match(/^\d+ selected/)?.[0],
          });
        document.querySelector<HTMLElement>(what)?.click();
        queueMicrotask(() => queueMicrotask(check));
      }),
    presses,
  );
}

test("feedback is painted before its consequences are rendered, and Back restores the scroll position @demo", async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await test.step("to a list", async () => {
    await page.goto("/p/1/subscriptions");
    await page.locator("tbody a[data-row-focus]").first().click();
    await expect(page.locator("main dl").first()).toBeVisible();
    const shown = await title(page).textContent();
    // With this throttling, no machine renders a list within a frame.
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    expect(await goBackAndCheckFrame(page)).toBe(shown);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await expect(title(page)).toHaveText("Subscriptions");
    await expect(page.locator("tbody a[data-row-focus]").nth(30)).toBeVisible();

    const bar = page.getByRole("region", { name: "Selection" });
    const all = page.getByRole("checkbox", { name: /^Select all/ });
    await page.locator("tbody input[type=checkbox]").first().check();
    await expect(bar).toContainText("1 selected");
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    const byBox = await selectAllBy(page, "thead input[type=checkbox]");
    expect(byBox).toEqual({ all: true, rows: 1, bar: "1 selected" });
    await expect(page.locator("tbody [aria-selected=false]")).toHaveCount(0);
    await expect(all).toBeChecked();

    await bar.getByRole("button", { name: "Clear" }).click();
    await expect(page.locator("tbody [aria-selected=true]")).toHaveCount(0);
    await page.locator("tbody input[type=checkbox]").first().check();
    await expect(bar.getByRole("button", { name: /^Select all/ })).toBeVisible();
    await expect(page.locator("tbody [aria-selected=true]")).toHaveCount(1);
    // Waits until the previous selection has been rendered.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const byBar = await selectAllBy(page, "section[aria-label=Selection] button");
    expect(byBar).toMatchObject({ all: true, rows: 1 });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await expect(page.locator("tbody [aria-selected=false]")).toHaveCount(0);
    await expect(all).toBeChecked();
  });

  await test.step("to a page without its own scroll memory", async () => {
    await page.setViewportSize({ width: 1000, height: 400 });
    await page.locator("tbody a[data-row-focus]").first().click();
    await expect(page.locator("main dl").first()).toBeVisible();
    const shown = (await title(page).textContent()) ?? "";
    // The app saves the scroll position in the scroll event.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener("scroll", resolve, { once: true });
          window.scrollTo(0, 300);
        }),
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(300);
    await pressPair(page, "g", "j");
    await expect(title(page)).toHaveText("Activity");
    // Waits for the focus, because the app scrolls to the top just before it focuses the title.
    await expect(title(page)).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(title(page)).toHaveText(shown);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  });
});
