import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { findLeftovers, resetContext } from "../support/shared-context";

/**
 * Stores data in every type of storage that outlives the page, and leaves the database open. Runs
 * in the page.
 */
async function storeEverywhere(): Promise<void> {
  localStorage.setItem("left", "behind");
  document.cookie = "left=behind; max-age=3600";
  const cache = await caches.open("left");
  await cache.put("/left", new Response("behind"));
  const disk = await navigator.storage.getDirectory();
  const file = await disk.getFileHandle("left", { create: true });
  const writing = await file.createWritable();
  await writing.write("behind");
  await writing.close();
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open("left");
    opening.addEventListener("upgradeneeded", () =>
      opening.result.createObjectStore("left").put("behind", 1),
    );
    opening.addEventListener("success", resolve);
    opening.addEventListener("error", reject);
  });
}

/** Opens a page on the app's origin without starting the app. */
async function openBlank(page: Page): Promise<void> {
  await page.goto("/icon.svg");
}

test.use({ isTourDismissed: false, connected: false, hasDemoContent: true });

test("every type of leftover is found, and the reset removes it @demo", async ({ page, context, site }) => {
  const origins = [site.url];
  const devtools = await context.newCDPSession(page);
  const leftovers = async () =>
    (await findLeftovers(context, devtools, origins)).map((line) => line.replace(/:.*/, ""));
  await openBlank(page);
  await expect.poll(leftovers).toEqual([]);
  await page.evaluate(storeEverywhere);
  await openBlank(await context.newPage());
  await expect
    .poll(async () => (await leftovers()).toSorted())
    .toEqual(["cache_storage", "cookie", "file_systems", "indexeddb", "page"]);
  await resetContext(context, origins);
  const next = await context.newPage();
  await openBlank(next);
  expect(await next.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
});

test("a test fails when it does not close a context @demo", async ({ browser }) => {
  test.fail();
  await browser.newContext();
});

test.describe("a service worker", () => {
  test.use({ serviceWorkers: "allow", freshContext: "a service worker outlives the reset" });

  test("is found @demo", async ({ page, context, site }) => {
    const devtools = await context.newCDPSession(page);
    await page.goto("/settings");
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect
      .poll(() => findLeftovers(context, devtools, [site.url]))
      .toContain(`service_worker: ${site.url}/service-worker.js`);
  });
});

test("a test fails when the page violates the policy @demo", async ({ page }) => {
  test.fail();
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => document.body.setAttribute("style", "color: red"));
});

test("a test fails when the page logs an error @demo", async ({ page }) => {
  test.fail();
  await openBlank(page);
  await page.evaluate(() => console.error("An error"));
});

test.describe("a test that follows another one", () => {
  test.describe.configure({ mode: "serial" });
  const isGranted = (page: Page) =>
    page.evaluate(
      async () => (await navigator.permissions.query({ name: "geolocation" })).state === "granted",
    );

  test("may leave a route, a script, a permission and a lost connection @demo", async ({ page, context }) => {
    await context.route("**/icon.svg", (route) => route.fulfill({ body: "left behind" }));
    await context.addInitScript(() => Object.assign(window, { left: "behind" }));
    await context.grantPermissions(["geolocation"]);
    await openBlank(page);
    await expect(page.getByText("left behind")).toBeVisible();
    expect(await page.evaluate(() => "left" in window)).toBe(true);
    expect(await isGranted(page)).toBe(true);
    await context.setOffline(true);
    expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  });

  test("finds none of them @demo", async ({ page }) => {
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await openBlank(page);
    await expect(page.getByText("left behind")).toHaveCount(0);
    expect(await page.evaluate(() => "left" in window)).toBe(false);
    expect(await isGranted(page)).toBe(false);
  });
});
