import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Goes back; gives the heading in the first frame after it. */
function backOneFrame(page: Page): Promise<string | null | undefined> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => resolve(document.querySelector("h1")?.textContent);
        addEventListener("popstate", () => requestAnimationFrame(look), { once: true });
        history.back();
      }),
  );
}

/** Selects all; gives in the first frame after it whether their box is checked, and how many rows are. */
function selectOneFrame(page: Page): Promise<{ readonly all: boolean | undefined; readonly rows: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const box = document.querySelector<HTMLInputElement>("thead input[type=checkbox]");
        const look = () =>
          resolve({
            all: box?.checked,
            rows: document.querySelectorAll("tbody [aria-selected=true]").length,
          });
        box?.addEventListener("click", () => requestAnimationFrame(look), { once: true });
        box?.click();
      }),
  );
}

test("what is pressed is painted before what follows from it is drawn, and Back leads to the old place @demo", async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await test.step("to a list", async () => {
    await page.goto("/p/1/subscriptions");
    await page.locator("tbody a[data-row-focus]").first().click();
    await expect(page.locator("main dl").first()).toBeVisible();
    const shown = await title(page).textContent();
    // Nobody's machine draws a list in a frame then.
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    expect(await backOneFrame(page)).toBe(shown);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await expect(title(page)).toHaveText("Subscriptions");
    await expect(page.locator("tbody a[data-row-focus]").nth(30)).toBeVisible();
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    expect(await selectOneFrame(page)).toEqual({ all: true, rows: 0 });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await expect(page.locator("tbody [aria-selected=false]")).toHaveCount(0);
    await expect(page.getByRole("checkbox", { name: /^Select all/ })).toBeChecked();
  });

  await test.step("to a page that keeps no place itself", async () => {
    await page.setViewportSize({ width: 1000, height: 400 });
    await page.locator("tbody a[data-row-focus]").first().click();
    await expect(page.locator("main dl").first()).toBeVisible();
    const shown = (await title(page).textContent()) ?? "";
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
    await page.keyboard.press("g");
    await page.keyboard.press("j");
    await expect(title(page)).toHaveText("Journal");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(title(page)).toHaveText(shown);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  });
});
