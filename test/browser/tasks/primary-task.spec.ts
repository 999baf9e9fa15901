import type { Locator, Page } from "@playwright/test";
import { expectAccessibleOverlay } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { keyboardUser, mouseUser, type User } from "../support/user";

const TITLE = "Morning figures for the board";
const CHANGED = "Evening figures for the board";

function rowOf(page: Page, title: string): Locator {
  return page
    .locator("tbody tr")
    .filter({ has: page.locator("a[data-row-focus]").getByText(title, { exact: true }) });
}

/** Schedules, changes, deletes and restores a subscription. */
async function runSubscriptionTask(page: Page, user: User): Promise<void> {
  const form = page.getByRole("dialog");
  // A short list, because every key takes longer on a full one.
  await page.goto("/p/1/subscriptions?q=figures+for");
  await user.press(page.getByRole("link", { name: "New subscription" }));
  await user.type(form.getByRole("combobox", { name: "Dashboard name" }), "201");
  await user.type(form.getByRole("combobox", { name: "Recipients" }), "ana@example.com");
  await page.keyboard.press("Enter");
  await user.type(form.getByLabel("Title"), TITLE);
  await user.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
  await expect(rowOf(page, TITLE)).toContainText("ana@example.com");

  await user.choose(rowOf(page, TITLE), "Edit");
  await expect(form.getByLabel("Title")).toHaveValue(TITLE);
  await user.type(form.getByLabel("Title"), CHANGED);
  await user.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();

  // After a reload, the changes remain, but the notifications are gone.
  await page.reload();
  await expect(rowOf(page, CHANGED)).toBeVisible();
  await expect(rowOf(page, TITLE)).toHaveCount(0);
  await user.choose(rowOf(page, CHANGED), "Delete");
  await expect(rowOf(page, CHANGED)).toHaveCount(0);
  await user.undo();
  // Waits for the confirmation, because the row is restored before the server responds.
  await expect(
    page.getByRole("region", { name: /^Notifications/ }).filter({ hasText: `Restored “${CHANGED}”` }),
  ).toBeVisible();
}

async function runMemberTask(page: Page, user: User): Promise<void> {
  const row = rowOf(page, "Viktor Novák");
  const form = page.getByRole("dialog");
  await page.goto("/p/1/members?q=novák");
  await user.press(page.getByRole("main").getByRole("link", { name: "Add members" }));
  await user.type(form.getByRole("combobox", { name: "People" }), "viktor");
  await expect(form.getByRole("option", { name: /^Viktor Novák/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await user.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
  await user.choose(row, "Set to Administrator");
  // The row changes before the server responds.
  await expect(page.getByText("Set Viktor Novák to Administrator")).toBeVisible();
  await expect(row).toContainText("AdministratorExplicit");

  await page.reload();
  await user.choose(row, "Remove…");
  const question = page.getByRole("dialog", { name: "Remove Viktor Novák?" });
  await expect(question).toBeVisible();
  await expectAccessibleOverlay(page);
  await user.press(question.getByRole("button", { name: "Remove", exact: true }));
  await expect(row).toHaveCount(0);
  await user.undo();
  await expect(row).toContainText("AdministratorExplicit");
}

// Before adding a member again, the app checks whether the member exists.
const NOT_THERE = /404.*explicit_members/;

test("subscriptions task by keyboard only", async ({ page }) => {
  await runSubscriptionTask(page, keyboardUser(page));
});

test("members task by keyboard only", async ({ page, expectComplaint }) => {
  expectComplaint(NOT_THERE);
  await runMemberTask(page, keyboardUser(page));
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("subscriptions task by touch", async ({ page }) => {
    await runSubscriptionTask(page, mouseUser(page));
  });
});

test("exports task with a mouse: starts an export, waits for its file and saves it", async ({ page }) => {
  const user = mouseUser(page);
  await page.clock.install();
  await page.goto("/p/3/exports");
  await user.press(page.getByRole("main").getByRole("link", { name: "New export" }));
  const form = page.getByRole("dialog");
  await user.type(form.getByRole("combobox", { name: "Dashboard names" }), "201");
  await page.keyboard.press("Enter");
  await user.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
  const row = page.getByRole("row").filter({ hasText: "Growth overview" });
  await expect(row).toContainText("Generating");
  // The mocks takes up to 20 seconds to generate a file.
  await expect
    .poll(async () => {
      await page.clock.fastForward(3_000);
      return row.textContent();
    })
    .toContain("Ready");
  await expect(page).toHaveTitle(/^\(1 ready\) Exports/);
  await user.choose(row, "Open");
  await expect(page.getByRole("region", { name: "Preview" }).locator("img, canvas").first()).toBeVisible();
  const saved = page.waitForEvent("download");
  await user.press(page.getByRole("main").getByRole("button", { name: "Download" }));
  expect((await saved).suggestedFilename()).toMatch(/^export-.*\.png$/);
});

test("sessions task by keyboard only: finds a property by its description, and copies a value", async ({
  page,
}) => {
  const user = keyboardUser(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/p/1/sessions");
  await user.type(page.getByRole("textbox", { name: "Search properties" }), "site or sender");
  await expect(page.getByText("1 of 22 match")).toBeVisible();
  await user.press(page.getByRole("main").getByRole("link", { name: /^UTM source/ }));
  await user.type(page.getByRole("textbox", { name: "Search values of UTM source" }), "goo");
  await expect(page.getByRole("list", { name: "Values of UTM source" }).getByRole("listitem")).toHaveText([
    "google",
    "google-ads",
  ]);
  await user.press(page.getByRole("button", { name: "Copy google-ads" }));
  // The browser copies asynchronously.
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("google-ads");
  await expect(page).toHaveURL(/\/sessions\?property=%24entry_utm_source&value=goo&search=site/);
});

test("web vitals task by keyboard only: adds paths, opens the slowest, and returns to the board", async ({
  page,
}) => {
  const user = keyboardUser(page);
  await page.goto("/p/1/vitals");
  for (const path of ["/pricing", "https://shop.example/checkout?from=mail"]) {
    await user.type(page.getByRole("textbox", { name: "Add paths" }), path);
    await page.keyboard.press("Enter");
  }
  const worst = page.getByRole("row").filter({ has: page.getByRole("link", { name: "/checkout" }) });
  await expect(worst).toContainText("Needs improvement");
  await expect(page).toHaveURL(/\/vitals\?path=\/pricing&path=\/checkout$/);
  // Before all paths have loaded, the slowest one isn't first, and Tab leads to the other row.
  await expect(page.locator("tbody [role=row], tbody tr").first()).toContainText("/checkout");
  await user.press(worst.getByRole("link"));
  await expect(page.getByRole("heading", { level: 1, name: "/checkout" })).toBeVisible();
  const points = page.getByRole("listbox", { name: "Points of LCP" });
  await user.press(points);
  await page.keyboard.press("Home");
  // The focus ring is around the frame, where it cuts off no point.
  await expect(points).toHaveCSS("border-radius", "0px");
  await expect(points.locator("..")).toHaveCSS("outline-style", "solid");
  await expect(points.getByRole("option", { selected: true })).toHaveAccessibleName(
    /^Week of .* ms, .*, Server$/,
  );
  await user.press(
    page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Web vitals" }),
  );
  await expect(page.getByText("2 paths", { exact: true })).toBeVisible();
});
