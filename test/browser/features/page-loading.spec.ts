import { holdRequests } from "../support/backends";
import { expect, test } from "../support/fixtures";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

test("sections of the overview wait for those above, so that none moves @live", async ({ page }) => {
  const section = (name: string) => page.getByRole("region", { name, includeHidden: true });
  const held = await holdRequests(page, /\/subscriptions\/\?/, "GET");
  await page.setViewportSize(DESKTOP);
  await page.goto("/p/1");
  // Checks the animation, because the visibility depends on the machine's speed.
  await expect(section("Needs attention")).toHaveCSS("animation-name", /appear/);
  await expect(section("Next 24 hours")).toHaveCSS("animation-name", "none");
  const exportColumn = section("Unfinished exports").locator("..");
  await expect(exportColumn).toHaveCSS("animation-name", "none");
  await page.setViewportSize(PHONE);
  await expect(exportColumn).toHaveCSS("animation-name", /appear/);
  held.release();
  await expect(section("Needs attention")).toHaveCSS("animation-name", "none");
  await expect(exportColumn).toHaveCSS("animation-name", "none");
});

test("a record on a phone starts where its placeholder was @live", async ({ page }) => {
  const held = await holdRequests(page, /\/subscriptions\/\d+\/$/, "GET");
  await page.setViewportSize(PHONE);
  await page.goto("/p/1/subscriptions/1040");
  const readTop = () =>
    page.getByRole("main").evaluate((main) => {
      const content = main.querySelector("header + *")?.firstElementChild;
      return Math.round(content?.getBoundingClientRect().top ?? -1);
    });
  await expect(page.getByRole("status", { name: "Loading subscription" })).toBeVisible();
  const top = await readTop();
  held.release();
  await expect(page.getByRole("heading", { level: 1, name: "Weekly growth review" })).toBeVisible();
  expect(await readTop()).toBe(top);
});

test("sessions open their first property once a window has room beside the list", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 800 });
  await page.goto("/p/1/sessions");
  await expect(page.getByRole("main").getByRole("link", { name: /^UTM source/ })).toBeVisible();
  await expect(page).toHaveURL("/p/1/sessions");
  await page.setViewportSize(DESKTOP);
  await expect(page).toHaveURL(/\/sessions\?property=[^&]+$/);
});
