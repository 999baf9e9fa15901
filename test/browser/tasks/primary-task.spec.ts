import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { keyboardUser, mouseUser, type User } from "../support/user";

const TITLE = "Morning figures for the board";
const CHANGED = "Evening figures for the board";

function rowOf(page: Page, title: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("link", { name: title, exact: true }) });
}

async function openList(page: Page): Promise<void> {
  await page.goto("/p/1/subscriptions");
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
}

async function schedule(page: Page, user: User): Promise<void> {
  await user.press(page.getByRole("link", { name: "New subscription" }));
  const form = page.getByRole("dialog");
  await user.type(form.getByRole("combobox", { name: "Dashboard name" }), "201");
  await user.type(form.getByRole("combobox", { name: "Recipients" }), "ana@example.com");
  await page.keyboard.press("Enter");
  await user.type(form.getByLabel("Title"), TITLE);
  await user.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
}

async function change(page: Page, user: User): Promise<void> {
  await user.choose(rowOf(page, TITLE), "Edit");
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("Title")).toHaveValue(TITLE);
  await user.type(form.getByLabel("Title"), CHANGED);
  await user.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
}

async function expectNotInTrash(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Trash" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Trash" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(rowOf(page, CHANGED)).toHaveCount(0);
}

async function runSubscriptionTask(page: Page, user: User): Promise<void> {
  await openList(page);
  await schedule(page, user);

  await openList(page);
  await expect(rowOf(page, TITLE)).toContainText("ana@example.com");
  await change(page, user);

  await openList(page);
  await expect(rowOf(page, CHANGED)).toBeVisible();
  await expect(rowOf(page, TITLE)).toHaveCount(0);
  await user.choose(rowOf(page, CHANGED), "Delete");
  await expect(rowOf(page, CHANGED)).toHaveCount(0);
  await user.undo();
  await expect(rowOf(page, CHANGED)).toBeVisible();
  // Waits for the confirmation. The row is restored before the server responds, but only a confirmed change survives
  // a reload.
  await expect(page.getByRole("status").filter({ hasText: `Restored “${CHANGED}”` })).toBeVisible();
  await expectNotInTrash(page);

  await openList(page);
  await expect(rowOf(page, CHANGED)).toBeVisible();
}

async function runExportTask(page: Page, user: User): Promise<void> {
  await page.goto("/p/3/exports");
  await user.press(page.getByRole("main").getByRole("link", { name: "New export" }));
  const form = page.getByRole("dialog");
  await user.type(form.getByRole("combobox", { name: "Dashboard names" }), "201");
  await page.keyboard.press("Enter");
  await user.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
  const row = page.getByRole("row").filter({ hasText: "Growth overview" });
  await expect(row).toContainText("Generating");
  // The emulator takes up to 20 seconds to generate a file.
  await expect(row).toContainText("Ready", { timeout: 45_000 });
  await expect(page.getByRole("status").filter({ hasText: /” is ready/ })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1 ready\) Exports/);
  await user.choose(row, "Open");
  await expect(page.getByRole("region", { name: "Preview" }).locator("img, canvas").first()).toBeVisible();
  const saved = page.waitForEvent("download");
  await user.press(page.getByRole("main").getByRole("button", { name: "Download" }));
  expect((await saved).suggestedFilename()).toMatch(/^export-.*\.png$/);
}

/**
 * Finds a property by words from its description, finds one of its values by a part of its text,
 * and copies the value.
 */
async function runSessionLookupTask(page: Page, user: User): Promise<void> {
  await page.goto("/p/1/sessions");
  await user.type(page.getByRole("textbox", { name: "Search properties" }), "site or sender");
  await expect(page.getByText("1 of 22 match")).toBeVisible();
  await user.press(page.getByRole("main").getByRole("link", { name: /^UTM source/ }));
  await user.type(page.getByRole("textbox", { name: "Search values of UTM source" }), "goo");
  await expect(page.getByRole("list", { name: "Values of UTM source" }).getByRole("listitem")).toHaveText([
    "google",
    "google-ads",
  ]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  // Another test may have copied the same text.
  await page.evaluate(() => navigator.clipboard.writeText("nothing yet"));
  await user.press(page.getByRole("button", { name: "Copy google-ads" }));
  // The browser copies asynchronously.
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("google-ads");
  await expect(page).toHaveURL(/\/sessions\?property=%24entry_utm_source&value=goo&search=site/);
}

/** Adds two paths to the board, opens the history of the slowest one, and returns to the board. */
async function runVitalsTask(page: Page, user: User): Promise<void> {
  await page.goto("/p/1/vitals");
  for (const path of ["/pricing", "https://shop.example/checkout?from=mail"]) {
    await user.type(page.getByRole("textbox", { name: "Add paths" }), path);
    await page.keyboard.press("Enter");
  }
  const worst = page.getByRole("row").filter({ has: page.getByRole("link", { name: "/checkout" }) });
  await expect(worst).toContainText("Needs improvement");
  await expect(page).toHaveURL(/\/vitals\?path=\/pricing&path=\/checkout$/);
  // Waits until all paths have loaded and the slowest one is first. Before that, Tab leads to the
  // other row.
  await expect(page.locator("tbody [role=row], tbody tr").first()).toContainText("/checkout");
  await user.press(worst.getByRole("link"));
  await expect(page.getByRole("heading", { level: 1, name: "/checkout" })).toBeVisible();
  const points = page.getByRole("listbox", { name: "Points of LCP" });
  await user.press(points);
  await page.keyboard.press("Home");
  await expect(points.getByRole("option", { selected: true })).toHaveAccessibleName(
    /^Week of .* ms, .*, Server$/,
  );
  await user.press(
    page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Web vitals" }),
  );
  await expect(page.getByText("2 paths", { exact: true })).toBeVisible();
}

test("web vitals task by keyboard only", async ({ page }) => {
  await runVitalsTask(page, keyboardUser(page));
});

async function openMembers(page: Page): Promise<void> {
  await page.goto("/p/1/members");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
}

/** Adds a member by name, raises their level, removes them, and undoes the removal. */
async function runMemberTask(page: Page, user: User): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: "Viktor Novák" });
  await openMembers(page);
  await user.press(page.getByRole("main").getByRole("link", { name: "Add members" }));
  const form = page.getByRole("dialog");
  await user.type(form.getByRole("combobox", { name: "People" }), "vik");
  await expect(page.getByRole("option", { name: /^Viktor Novák/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await user.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
  await expect(row).toContainText("Member");

  // After a reload, the changes remain, but the notifications are gone.
  await openMembers(page);
  await user.choose(row, "Set to Administrator");
  await expect(row).toContainText("AdministratorExplicit");
  await expect(page.getByText("Set Viktor Novák to Administrator")).toBeVisible();

  await openMembers(page);
  await user.choose(row, "Remove…");
  const question = page.getByRole("dialog", { name: "Remove Viktor Novák?" });
  await user.press(question.getByRole("button", { name: "Remove", exact: true }));
  await expect(row).toHaveCount(0);
  await user.undo();
  await expect(row).toContainText("AdministratorExplicit");
}

// Before adding a member again, the app checks whether the member exists.
const NOT_THERE = /404.*explicit_members/;

test("members task with a mouse", async ({ page, expectComplaint }) => {
  expectComplaint(NOT_THERE);
  await runMemberTask(page, mouseUser(page));
});

test("members task by keyboard only", async ({ page, expectComplaint }) => {
  expectComplaint(NOT_THERE);
  await runMemberTask(page, keyboardUser(page));
});

test("changes the level of a member in its cell by keyboard only", async ({ page }) => {
  await page.goto("/p/1/members?q=email%3Aclaire");
  const level = page.getByRole("button", { name: /^Level of Claire Dubois/ });
  const user = keyboardUser(page);
  await user.press(level);
  const levels = page.getByRole("menuitem");
  await expect(levels.first()).toBeFocused();
  // A server with access controls also has “No access”, before “Member”.
  const hasNoAccess = (await levels.filter({ hasText: /^No access/ }).count()) > 0;
  for (let down = hasNoAccess ? 2 : 1; down > 0; down -= 1) await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: /^Administrator/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(level).toHaveAccessibleName("Level of Claire Dubois: Administrator");
  await expect(level).toBeFocused();
  await user.undo();
  await expect(level).toHaveAccessibleName("Level of Claire Dubois: Member");
});

test("sessions task by keyboard only", async ({ page }) => {
  await runSessionLookupTask(page, keyboardUser(page));
});

test("exports task with a mouse", async ({ page }) => {
  await runExportTask(page, mouseUser(page));
});

test("subscriptions task with a mouse", async ({ page }) => {
  await runSubscriptionTask(page, mouseUser(page));
});

test("subscriptions task by keyboard only", async ({ page }) => {
  await runSubscriptionTask(page, keyboardUser(page));
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("subscriptions task by touch", async ({ page }) => {
    await runSubscriptionTask(page, mouseUser(page));
  });

  test("members task by touch", async ({ page, expectComplaint }) => {
    expectComplaint(NOT_THERE);
    await runMemberTask(page, mouseUser(page));
  });

  test("a small screen shows either the list or the property, and moves the focus", async ({ page }) => {
    await page.goto("/p/1/sessions");
    const link = page.getByRole("main").getByRole("link", { name: /^Channel/ });
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: "Channel" })).toBeFocused();
    await expect(link).toBeHidden();
    await page.getByRole("link", { name: "All properties" }).click();
    await expect(link).toBeFocused();
    await expect(page.getByRole("heading", { level: 2, name: "Channel" })).toBeHidden();
  });
});

test("a first visit of the demo opens its overview", async ({ page }) => {
  await page.goto("/");
  await page.waitForURL(/\/p\/1$/);
  await expect(page.getByRole("heading", { name: "Next 24 hours" })).toBeVisible();
});

test.describe("without a connection", () => {
  test.use({ connected: false });

  test("a first visit without a connection opens Connect @live", async ({ page }) => {
    await page.goto("/");
    await page.waitForURL(/\/connect/);
    await expect(page.getByLabel("Server address")).toBeVisible();
  });
});
