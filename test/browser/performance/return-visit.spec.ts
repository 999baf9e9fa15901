import { createServer } from "node:http";
import { join } from "node:path";
import type { Request } from "@playwright/test";
import { createSiteHandler } from "../../../.scripts/serve.mjs";
import { root } from "../../repository-files";
import { startWithStorage } from "../support/backends.mjs";
import { enableDataSaver } from "../support/enable-data-saver";
import { expect, test } from "../support/fixtures";

interface RecordingSite {
  readonly url: string;
  /** Returns the paths of all requests since the last call. */
  readonly takePaths: () => readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Serves the build and records the requests that reach the server. Files from the browser's caches
 * cause no request.
 */
async function startRecordingSite(): Promise<RecordingSite> {
  const handler = createSiteHandler({ folder: join(root, "dist-live") });
  let paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    takePaths() {
      const taken = paths;
      paths = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

for (const serviceWorkers of ["allow", "block"] as const) {
  test(`a return visit fetches no asset again: ${serviceWorkers} service workers @live`, async ({
    browser,
    session,
  }) => {
    const site = await startRecordingSite();
    const context = await browser.newContext({ serviceWorkers, viewport: { width: 1440, height: 900 } });
    await startWithStorage(context, session);
    const page = await context.newPage();
    // With data saver, the app registers no service worker and doesn't load other pages' code in
    // advance.
    if (serviceWorkers === "block") await enableDataSaver(page);
    // Tracks pending requests, because the next page load would repeat a request that it aborts.
    const pending = new Set<Request>();
    page.on("request", (request) => pending.add(request));
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => pending.delete(request));
    const open = async () => {
      await page.goto(`${site.url}/p/1/subscriptions`);
      await expect(page.locator("tbody a").first()).toBeVisible();
      await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
    };
    const settle = () => expect.poll(() => pending.size, "requests in flight").toBe(0);
    await open();
    if (serviceWorkers === "allow") {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    }
    await settle();
    const isAsset = (path: string) => path.startsWith("/assets/");
    const first = new Set(site.takePaths().filter(isAsset));
    expect(first.size).toBeGreaterThan(0);
    await open();
    await settle();
    const again = site.takePaths();
    expect(again).toContain("/p/1/subscriptions");
    expect(again.filter((path) => first.has(path))).toEqual([]);
    if (serviceWorkers === "allow") expect(again.filter(isAsset)).toEqual([]);
    await context.close();
    await site.close();
  });
}
