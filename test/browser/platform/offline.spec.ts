import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { startPreview } from "../support/backends";
import { expect, test } from "../support/fixtures";

test.use({ serviceWorkers: "allow" });

/** Waits until the service worker controls the page and the files of the open page are cached. */
async function waitForCachedFiles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  });
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        const missing = loaded.filter((url) => url.includes("/assets/"));
        const found = await Promise.all(missing.map((url) => caches.match(url)));
        return found.filter((answer) => answer === undefined).length;
      }),
    )
    .toBe(0);
}

/**
 * Opens a page while the context is offline. Chromium 150 reports this page as online, so the
 * page's own session is also set offline. Returns a function that ends the session's offline mode.
 */
async function openOffline(page: Page, path: string): Promise<() => Promise<void>> {
  await page.goto(path);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return () => devtools.detach();
}

const VISITED = [
  ["/p/1/calendar", "Calendar"],
  ["/p/1/subscriptions/new", "Subscriptions"],
] as const;

test("the demo's visited pages open and work offline", async ({ page, context, expectComplaint }) => {
  for (const [path, name] of VISITED) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    if (path.endsWith("/new")) await expect(page.getByRole("dialog")).toBeVisible();
    await waitForCachedFiles(page);
  }
  await context.setOffline(true);
  const endOffline = await openOffline(page, "/p/1/calendar");
  await expect(page.getByText("You're offline")).toBeVisible();
  await expect(page.getByRole("main").locator("a").first()).toBeVisible();
  await expect(page.getByText("Couldn't load this page")).toHaveCount(0);
  await page.goto("/p/1/subscriptions/new");
  await expect(page.locator("tbody a[data-row-focus]").first()).toBeVisible();
  await page.getByRole("dialog").getByLabel("Title").fill("Written offline");

  // A page that was never visited says so, and opens when the connection is back.
  expectComplaint(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (?:load|fetch)|imported module|PageLoadError/,
  );
  await page.goto("/p/1/exports");
  // The notice about the connection may appear before the page's own message.
  const message = { level: 2, name: /^(?:Couldn't load this page|You're offline)/ };
  await expect(page.getByRole("main").getByRole("heading", message)).toBeVisible();
  // The page tries again as soon as it is told that it is online, so the context must be online by then.
  await context.setOffline(false);
  await endOffline();
  await expect(page.getByRole("heading", { level: 1, name: "Exports" })).toBeVisible();
  await expect(page.getByText("You're offline")).toHaveCount(0);
});

test("a live visit opens offline without any cached server data @live", async ({
  page,
  context,
  expectComplaint,
  mocks,
}) => {
  expectComplaint(/net::ERR_|Failed to fetch|Failed to load/);
  await page.goto("/p/1/subscriptions");
  await expect(page.locator("tbody a[data-row-focus]").first()).toBeVisible();
  await waitForCachedFiles(page);
  const cached = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(all.map((cache) => cache.keys()))).flat();
    const answers = (await Promise.all(all.map((cache) => cache.matchAll()))).flat();
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    return { paths: requests.map(({ url }) => new URL(url).pathname), texts };
  });
  expect(cached.paths).toContain("/index.html");
  expect(cached.paths.filter((path) => path.startsWith("/api/") || path === "/config.json")).toEqual([]);
  expect(cached.texts.filter((text) => text.includes(mocks?.key ?? "no mocks"))).toEqual([]);
  await context.setOffline(true);
  await openOffline(page, "/p/1/subscriptions");
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "You're offline" })).toBeVisible();
  // Server data isn't cached, so the page explains why it shows no rows.
  await expect(page.getByRole("heading", { level: 2, name: "You're offline" })).toBeVisible();
});

test("a new version is used at the next visit, and offline afterwards", async ({
  page,
  context,
  expectComplaint,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "environs-deploy-"));
  cpSync(fileURLToPath(new URL("../../../dist", import.meta.url)), folder, { recursive: true });
  expectComplaint(/foreign host/);
  let site = await startPreview(folder);
  try {
    await page.goto(`${site.url}/settings`);
    await waitForCachedFiles(page);
    await site.close();
    deployNewVersion(folder);
    site = await startPreview(folder, { port: Number(new URL(site.url).port) });
    await page.goto(`${site.url}/settings`);
    await expect(page.locator("meta[name=version]")).toHaveAttribute("content", "next");
    await waitForNewWorker(page);
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const answer = await caches.match("/index.html", { ignoreSearch: true });
          return (await answer?.text()) ?? "";
        }),
      )
      .toContain('content="next"');
    await context.setOffline(true);
    await page.goto(`${site.url}/settings`);
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await expect(page.locator("meta[name=version]")).toHaveAttribute("content", "next");
  } finally {
    await site.close();
    rmSync(folder, { recursive: true });
  }
});

/** Waits until the new service worker is active, and none is installing or waiting. */
async function waitForNewWorker(page: Page): Promise<void> {
  const states = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = await navigator.serviceWorker.ready;
      return [installing?.state, waiting?.state, active?.state];
    });
  await expect.poll(states).toEqual([undefined, undefined, "activated"]);
}

function deployNewVersion(folder: string): void {
  const change = (name: string, from: RegExp | string, to: string) => {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  };
  change("index.html", "<head>", '<head><meta name="version" content="next">');
  // The revision of index.html.
  change("service-worker.js", /[0-9a-f]{32}/, "0".repeat(32));
  // Removes the compressed copies of the previous version.
  for (const name of readdirSync(folder)) {
    if (/^(?:index\.html|service-worker\.js)\.(?:br|gz)$/.test(name)) rmSync(join(folder, name));
  }
}
