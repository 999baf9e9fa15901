import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Request } from "@playwright/test";
import { expect, test } from "../support/fixtures";

test.use({ serviceWorkers: "allow" });

/** Limits of a first visit to the list of the live build, in kB as transferred. They leave room: don't golf. */
const LIMITS = { javaScriptBeforeRows: 230, css: 30, everything: 340, requests: 45 };

async function sumSizes(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  // The size of a file from the cache is negative.
  return sizes.reduce((total, { responseBodySize }) => total + Math.max(0, responseBodySize), 0) / 1_000;
}

test("a first visit to the list fetches little before its rows, and little in all @live", async ({
  page,
  context,
}) => {
  const sent = new Set<Request>();
  const finished: Request[] = [];
  let failed = 0;
  context.on("request", (request) => sent.add(request));
  context.on("requestfinished", (request) => finished.push(request));
  context.on("requestfailed", () => failed++);
  const ofType = (type: string) => finished.filter((request) => request.resourceType() === type);

  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("tbody a[data-row-focus]") === null) return;
      performance.mark("rows");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/p/1/subscriptions");
  await expect(page.locator("tbody a[data-row-focus]").first()).toBeVisible();
  // Files that arrive while the test waits came after the rows.
  const javaScriptBeforeRows = await page.evaluate(() => {
    const rowsAt = performance.getEntriesByName("rows")[0]?.startTime ?? 0;
    return performance
      .getEntriesByType("resource")
      .filter((file) => file instanceof PerformanceResourceTiming && file.name.endsWith(".js"))
      .filter(({ startTime, duration }) => startTime + duration <= rowsAt)
      .reduce((total, file) => total + Number(Reflect.get(file, "encodedBodySize")) / 1_000, 0);
  });

  // The service worker is the last thing that a visit loads.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => sent.size - finished.length - failed).toBe(0);

  const visit = {
    javaScriptBeforeRows,
    css: await sumSizes(ofType("stylesheet")),
    everything: await sumSizes(finished),
    requests: sent.size,
  };
  console.log(JSON.stringify(visit));
  expect(visit.javaScriptBeforeRows).toBeGreaterThan(50);
  expect(Object.entries(LIMITS).filter(([name, limit]) => Reflect.get(visit, name) > limit)).toEqual([]);
});

test("the live build contains no mocks", () => {
  const readBuild = (build: string) =>
    readdirSync(join(build, "assets"))
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(join(build, "assets", name), "utf8"))
      .join("\n");
  const markers = /harbourline|phx_demo_/i;
  expect(readBuild("dist")).toMatch(markers);
  expect(readBuild("dist-live")).not.toMatch(markers);
});
