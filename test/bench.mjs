// `npm run bench`: measures the builds on this machine and prints medians. `-- --slow` throttles the line to 1.6 Mbit/s
// with 150 ms latency, and the CPU to a quarter. Nothing is asserted; compare with a run of an earlier version.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chromium } from "@playwright/test";
import { preview } from "vite";
import { launchOptions } from "../.scripts/chromium.mjs";

const isSlow = process.argv.includes("--slow");
const RUNS = 5;
const ROW = "tbody a[data-row-focus]";

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function serveBuild(mode) {
  const server = await preview({ mode, logLevel: "warn", preview: { port: 0, strictPort: false } });
  return { url: server.resolvedUrls.local[0].replace(/\/$/, ""), close: () => server.close() };
}

async function startMocks() {
  const child = spawn(process.execPath, ["dist-mocks/server.js", "--port", "0", "--quiet"]);
  const [output] = await once(child.stdout, "data");
  return { url: /https?:\/\/\S+/.exec(String(output))[0].replace(/\/$/, ""), close: () => child.kill() };
}

/** Connects to the server like a user, and returns the tab's session storage. */
async function connect(browser, siteUrl, serverUrl) {
  const page = await browser.newPage();
  await page.goto(`${siteUrl}/connect`);
  await page.getByLabel("Server address").fill(serverUrl);
  await page.getByLabel("Personal API key").fill("phx_demo_all");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Open Demo" }).click();
  await page.waitForURL(/\/p\/[^/]+\/subscriptions/);
  const entries = await page.evaluate(() => Object.entries(sessionStorage));
  await page.close();
  return entries;
}

/** Opens a new browser context with the stored connection, throttled if asked. Skips the tour. */
async function openPage(browser, entries) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(
    ({ stored, row }) => {
      localStorage.setItem("environs.tour", "seen");
      localStorage.setItem("environs.pin", localStorage.getItem("environs.pin") ?? "");
      for (const [key, value] of stored) sessionStorage.setItem(key, sessionStorage.getItem(key) ?? value);
      const observer = new MutationObserver(() => {
        if (document.querySelector(row) === null) return;
        // The frame after the change shows the rows.
        requestAnimationFrame(() => setTimeout(() => (window.rowsAt = performance.now())));
        observer.disconnect();
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    { stored: entries, row: ROW },
  );
  const page = await context.newPage();
  if (isSlow) {
    const devtools = await context.newCDPSession(page);
    const speed = (1.6 * 1024 * 1024) / 8;
    const line = { offline: false, latency: 150, downloadThroughput: speed, uploadThroughput: speed };
    await devtools.send("Network.emulateNetworkConditions", line);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  return page;
}

async function visit(page, url) {
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => window.rowsAt !== undefined);
  return page.evaluate(() => window.rowsAt);
}

/** Runs an action in the page, and returns the time until the condition holds and the frame is drawn. */
function time(page, action, isDone) {
  return page.evaluate(
    async ([act, done]) => {
      const check = new Function(`return ${done}`);
      const started = performance.now();
      new Function(act)();
      while (!check()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - started;
    },
    [action, isDone],
  );
}

const heading = (text) => `document.querySelector("main h1")?.textContent === "${text}"`;
const click = (text) =>
  `[...document.querySelectorAll("nav a")].find((a) => a.textContent.trim() === "${text}").click()`;

async function measureVisits(browser, siteUrl, entries) {
  const results = { "first visit": [], "return visit": [], "page change": [], "page change, again": [] };
  for (let run = 0; run < RUNS; run += 1) {
    const page = await openPage(browser, entries);
    results["first visit"].push(await visit(page, `${siteUrl}/p/1/subscriptions`));
    await page.waitForLoadState("networkidle");
    results["return visit"].push(await visit(page, `${siteUrl}/p/1/subscriptions`));
    await page.waitForLoadState("networkidle");
    const rows = `document.querySelector("${ROW}") !== null`;
    for (const name of ["page change", "page change, again"]) {
      results[name].push(await time(page, click("Members"), `${heading("Members")} && ${rows}`));
      await time(page, click("Subscriptions"), `${heading("Subscriptions")} && ${rows}`);
    }
    await page.context().close();
  }
  return results;
}

/** Loads, searches and sorts the demo project with 100,000 subscriptions. */
async function measureLarge(browser, siteUrl) {
  const page = await openPage(browser, []);
  await visit(page, `${siteUrl}/p/2/subscriptions`);
  const started = performance.now();
  await page.getByRole("button", { name: "Load all 100,000 subscriptions" }).click();
  await page.getByText("100,000 subscriptions", { exact: true }).waitFor({ timeout: 300_000 });
  const results = { "load 100,000 records": [performance.now() - started], search: [], sort: [] };
  const search = page.getByRole("combobox", { name: "Search subscriptions" });
  for (const unit of ["daily", "weekly", "monthly", "yearly", "daily -weekly"]) {
    const typed = performance.now();
    await search.fill(`freq:${unit}`);
    await page.locator(`[data-found-for="freq:${unit}"]`).waitFor();
    results.search.push(performance.now() - typed);
  }
  await search.fill("");
  for (let run = 0; run < RUNS; run += 1) {
    const first = JSON.stringify(await page.locator(ROW).first().textContent());
    const isSorted = `document.querySelector("${ROW}")?.textContent !== ${first}`;
    results.sort.push(await time(page, `document.querySelector("thead button").click()`, isSorted));
  }
  await page.context().close();
  return results;
}

const browser = await chromium.launch(launchOptions());
const [demo, live, mocks] = [await serveBuild("production"), await serveBuild("live"), await startMocks()];
const entries = await connect(browser, live.url, mocks.url);
const print = (title, results) => {
  console.log(`\n${title}${isSlow ? ", slow line and CPU" : ""}`);
  for (const [name, values] of Object.entries(results))
    console.log(`  ${name.padEnd(24)} ${median(values).toFixed(0).padStart(6)} ms`);
};
print("Live", await measureVisits(browser, live.url, entries));
print("Demo", await measureVisits(browser, demo.url, []));
print("Demo, project 2", await measureLarge(browser, demo.url));
await browser.close();
mocks.close();
await Promise.all([demo.close(), live.close()]);
