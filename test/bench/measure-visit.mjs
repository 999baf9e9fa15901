// Measures a first visit in a new browser, and a return visit in a new tab.
import { once } from "node:events";
import { rememberTour } from "../browser/support/backends.mjs";
import { heapBytes, openContext, slowDown } from "./devtools.mjs";

/** The measured pages and their content. The list's content is a row that links to its record, not a placeholder. */
export const PAGES = [
  { name: "list", path: "/p/1/subscriptions", content: 'tbody tr a[href*="/subscriptions/"]' },
  { name: "detail", path: "/p/1/subscriptions/1040", content: "main dl dd" },
  {
    name: "web vitals",
    path: "/p/1/vitals?path=/&path=/pricing&path=/checkout",
    content: 'main td svg[role="img"][aria-label^="Good up to"]',
  },
];

/** Time for which the page is observed after it becomes idle, in ms, to include work that starts late. */
const OBSERVED_IDLE_MS = 1_000;

/** Records metrics that only scripts in the page can read. Runs before all other scripts. */
function observe(content) {
  const seen = { content: null, lcp: null, cls: 0, blocking: 0 };
  Object.assign(window, { benchSeen: seen });
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("largest-contentful-paint", (entry) => {
    seen.lcp = entry.startTime;
  });
  watch("layout-shift", (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value;
  });
  // Includes long tasks before the first paint. Otherwise, a late paint would look fast.
  watch("longtask", (entry) => {
    seen.blocking += Math.max(0, entry.duration - 50);
  });
  const checkContent = () => {
    if (document.querySelector(content) === null) return requestAnimationFrame(checkContent);
    // This frame paints the content. Waits for the paint as interaction-timing.mjs does.
    const noteContent = () => {
      seen.content = performance.now();
      window.benchContentShown("");
    };
    return scheduler.postTask(noteContent, { priority: "user-blocking" });
  };
  requestAnimationFrame(checkContent);
}

const TYPES = { Document: "html", Script: "js", Stylesheet: "css", Fetch: "data", XHR: "data" };

/** Counts the transferred bytes by type, compressed and with headers. */
function countTransfer(devtools) {
  const types = new Map();
  const total = { requests: 0, html: 0, js: 0, css: 0, data: 0, other: 0 };
  const isWeb = (url) => url.startsWith("http");
  devtools.on("Network.requestWillBeSent", ({ request }) => {
    if (isWeb(request.url)) total.requests += 1;
  });
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (isWeb(response.url)) types.set(requestId, TYPES[type] ?? "other");
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type !== undefined) total[type] += encodedDataLength;
  });
  return total;
}

async function visit(context, url, { network, cpuSlowdown }) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  if (network !== null) await devtools.send("Network.emulateNetworkConditions", network);
  await slowDown(devtools, cpuSlowdown);
  const transfer = countTransfer(devtools);
  // Polling the page instead would run Playwright's scripts in it while it starts.
  await devtools.send("Runtime.enable");
  await devtools.send("Runtime.addBinding", { name: "benchContentShown" });
  const contentShown = once(devtools, "Runtime.bindingCalled", { signal: AbortSignal.timeout(60_000) });
  await page.goto(url);
  await contentShown;
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(OBSERVED_IDLE_MS);
  const seen = await page.evaluate(() => window.benchSeen);
  const heap = await heapBytes(devtools);
  await page.close();
  return { ...seen, ...transfer, heap };
}

/**
 * Visits a page with a cold cache, then again with the resulting cache and storage. Returns bytes
 * and ms.
 */
export async function measureVisit(browser, siteUrl, session, { path, content }, machine) {
  const context = await openContext(browser, session, { isNew: true });
  try {
    await context.addInitScript(observe, content);
    const first = await visit(context, siteUrl + path, machine);
    await rememberTour(context);
    return { first, again: await visit(context, siteUrl + path, machine) };
  } finally {
    await context.close();
  }
}
