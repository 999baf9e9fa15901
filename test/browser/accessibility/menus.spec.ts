import { expect, test } from "../support/fixtures";

test("a menu that opens right after scrolling stays open and closes with the next scroll", async ({
  page,
}) => {
  await page.goto("/p/1/subscriptions");
  const menus = page.getByRole("button", { name: /^Actions for/ });
  await expect(menus.nth(40)).toBeAttached();
  // The scroll event fires in the next frame, when the menu is already open.
  await menus.nth(20).evaluate(async (button: HTMLElement) => {
    button.scrollIntoView({ block: "center" });
    const scrolled = new Promise((resolve) => {
      document.addEventListener("scroll", resolve, { once: true });
    });
    button.click();
    await scrolled;
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
  });
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.evaluate(() => window.scrollBy(0, 60));
  await expect(page.getByRole("menu")).toHaveCount(0);
});
