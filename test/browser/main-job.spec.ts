import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { type Hands, keyboard, pointer } from "./hands";

const TITLE = "Morning figures for the board";
const CHANGED = "Evening figures for the board";

function rowOf(page: Page, title: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("link", { name: title, exact: true }) });
}

async function openList(page: Page): Promise<void> {
  await page.goto("/p/1/subscriptions");
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
}

async function schedule(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole("link", { name: "New delivery" }));
  const form = page.getByRole("dialog");
  await hands.type(form.getByLabel("Dashboard number"), "201");
  await hands.type(form.getByRole("textbox", { name: "Recipients" }), "ana@example.com");
  await page.keyboard.press("Enter");
  await hands.type(form.getByLabel("Title"), TITLE);
  await hands.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
}

async function change(page: Page, hands: Hands): Promise<void> {
  await hands.choose(rowOf(page, TITLE), "Edit");
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("Title")).toHaveValue(TITLE);
  await hands.type(form.getByLabel("Title"), CHANGED);
  await hands.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
}

async function expectGoneFromBin(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Bin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bin" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(rowOf(page, CHANGED)).toHaveCount(0);
}

/** Schedules, reloads, changes, deletes, and takes the deletion back. */
async function doMainJob(page: Page, hands: Hands): Promise<void> {
  await openList(page);
  await schedule(page, hands);

  await openList(page);
  await expect(rowOf(page, TITLE)).toContainText("ana@example.com");
  await change(page, hands);

  await openList(page);
  await expect(rowOf(page, TITLE)).toHaveCount(0);
  await hands.choose(rowOf(page, CHANGED), "Delete");
  await expect(rowOf(page, CHANGED)).toHaveCount(0);
  await hands.undo();
  await expect(rowOf(page, CHANGED)).toBeVisible();
  // The row comes back before the server knows; only what the server knows survives a reload.
  await expectGoneFromBin(page);

  await openList(page);
  await expect(rowOf(page, CHANGED)).toBeVisible();
}

/** Makes an export, waits until it is ready, looks at it and saves it. */
async function doExportJob(page: Page, hands: Hands): Promise<void> {
  await page.goto("/p/3/exports");
  await hands.press(page.getByRole("main").getByRole("link", { name: "New export" }));
  const form = page.getByRole("dialog");
  await hands.type(form.getByRole("textbox", { name: "Dashboard numbers" }), "201");
  await page.keyboard.press("Enter");
  await hands.press(form.locator("button[type=submit]"));
  await expect(form).toBeHidden();
  const row = page.getByRole("row").filter({ hasText: "Dashboard 201" });
  await expect(row).toContainText("Pending");
  // The emulator takes up to 20 seconds for a file.
  await expect(row).toContainText("Ready", { timeout: 45_000 });
  await expect(page.getByRole("status").filter({ hasText: /” is ready/ })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1 ready\) Exports/);
  await hands.choose(row, "Open");
  await expect(page.getByRole("region", { name: "Preview" }).locator("img, canvas").first()).toBeVisible();
  const saved = page.waitForEvent("download");
  await hands.press(page.getByRole("main").getByRole("button", { name: "Download" }));
  expect((await saved).suggestedFilename()).toMatch(/^export-.*\.png$/);
}

test("a field of several lines shows several", async ({ page }) => {
  await page.goto("/p/1/exports/new");
  await page.getByRole("radio", { name: "Context (JSON)" }).check({ force: true });
  const context = page.getByRole("textbox", { name: "Context" });
  await expect.poll(async () => (await context.boundingBox())?.height ?? 0).toBeGreaterThan(150);
});

test("the job of exports, with a mouse", async ({ page }) => {
  await doExportJob(page, pointer(page));
});

test("the job of exports, by keyboard alone", async ({ page }) => {
  await doExportJob(page, keyboard(page));
});

test("the main job, with a mouse", async ({ page }) => {
  await doMainJob(page, pointer(page));
});

test("the main job, by keyboard alone", async ({ page }) => {
  await doMainJob(page, keyboard(page));
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the main job, with a finger", async ({ page }) => {
    await doMainJob(page, pointer(page));
  });

  test("nothing is wider than the screen", async ({ page }) => {
    const paths = [
      "/p/1/subscriptions",
      "/p/1/subscriptions/new",
      "/p/1/exports",
      "/p/1/exports/new",
      "/p/1/exports/7037",
      "/p/1/exports/7038",
      "/settings",
      "/connect",
    ];
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overhang, path).toBeLessThanOrEqual(0);
    }
  });
});

test("a first visit begins on the demo's list @demo", async ({ page }) => {
  await page.goto("/");
  await page.waitForURL(/\/p\/1\/subscriptions/);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});

test.describe("without a connection", () => {
  test.use({ connected: false });

  test("a first visit begins on the way to a connection @live", async ({ page }) => {
    await page.goto("/");
    await page.waitForURL(/\/connect/);
    await expect(page.getByLabel("Server address")).toBeVisible();
  });
});
