import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "../support/axe";
import { expect, openPage, test } from "../support/fixtures";

const TOUR = 'dialog[aria-label="Tour of Environs"]';
const LIST = "/p/1/subscriptions";
const tour = (page: Page) => page.getByRole("dialog", { name: "Tour of Environs" });
const spotlitElement = (page: Page) => page.locator("[data-tour-pointed]");
const firstRow = (page: Page) => page.locator("tbody a[data-row-focus]").first();

test.describe("the tour of a first visit", () => {
  test.use({ isTourDismissed: false, contextOptions: { reducedMotion: "reduce" } });

  test("opens after the first rows, points at existing elements, works by keyboard, and is shown only once", async ({
    page,
  }) => {
    await page.goto(LIST);
    await expect(tour(page)).toBeFocused();
    await expect(tour(page)).toHaveAccessibleDescription(/^Find anything/);
    await expect(spotlitElement(page)).toHaveAccessibleName("Search subscriptions");
    await expectNoAxeViolations(page, { part: TOUR });

    await test.step("it highlights nothing behind a drawer", async () => {
      await page.getByRole("link", { name: "New subscription" }).click();
      const drawer = page.getByRole("dialog", { name: "New subscription" });
      await expect(drawer).toBeVisible();
      await expect(spotlitElement(page)).toHaveCount(0);
      await drawer.getByRole("button", { name: "Close" }).click();
      await expect(spotlitElement(page)).toHaveCount(1);
    });

    await tour(page).getByRole("button", { name: "Next" }).press("Enter");
    await expect(tour(page)).toHaveAccessibleDescription(/^Undo changes/);
    await expect(spotlitElement(page)).toHaveAccessibleName("Activity");
    await expect(tour(page).getByRole("button", { name: "Next" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(spotlitElement(page)).toHaveAccessibleName("Connection: Demo data");
    await page.keyboard.press("Enter");
    await expect(tour(page)).toHaveCount(0);
    await expect(spotlitElement(page)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem("environs.tour"))).not.toBeNull();
  });

  test("covers no row on a phone, opens again from the settings, and closes by Escape", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(LIST);
    await expect(tour(page)).toBeFocused();
    const row = await firstRow(page).boundingBox();
    const box = await tour(page).boundingBox();
    expect(box?.y).toBeGreaterThan((row?.y ?? 0) + (row?.height ?? 0));
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await expectNoAxeViolations(page, { part: TOUR });
    await page.keyboard.press("Escape");
    await expect(tour(page)).toHaveCount(0);

    await openPage(page, "/settings");
    await page.getByRole("button", { name: "Take the tour" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
    // Waits until the tour has focus, whether the tour or the page appears first.
    await expect(tour(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(tour(page)).toHaveCount(0);
  });
});

test("help opens by key, is announced, fits a phone, and closes on its own", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/p/1/subscriptions/new");
  const form = page.getByRole("dialog", { name: "New subscription" });
  const help = form.getByRole("button", { name: "About end dates" });
  // The drawer focuses its first field twice. Waits until after the second focus, which comes late on a slow page.
  await expect(form.locator("[data-autofocus]")).toBeFocused();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const message = form.getByLabel("Message");
  if (!(await message.isVisible())) await form.getByText("End and message").click();
  await help.press("Enter");
  // The live region itself has no size.
  const helpText = form.locator("output > div").filter({ hasText: "After N deliveries" });
  await expect(helpText).toBeVisible();
  await expect(help).toHaveAttribute("aria-expanded", "true");
  const box = await helpText.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await expectNoAxeViolations(page, { part: "output" });
  await page.keyboard.press("Escape");
  await expect(helpText).toHaveCount(0);
  await expect(form).toBeVisible();
  await expect(help).toBeFocused();
});
