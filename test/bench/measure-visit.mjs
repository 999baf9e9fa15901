// A first visit, in a browser that has never seen the app, and a return in a new tab of it, and what each cost.
import { rememberTour } from "../browser/support/backends.mjs";
import { heapBytes, openContext, slowDown } from "./devtools.mjs";

/**
 * The pages that are visited, and what a person waits for there. On the list that is a row that can be used: it links
 * to its record, which a placeholder does not.
 */
export const PAGES = [
  { name: "list", path: "/p/1/subscriptions", content: 'tbody tr a[href*="/subscriptions/"]' },
  { name: "detail", path: "/p/1/subscriptions/1040", content: "main dl dd" },
  {
    name: "board",
    path: "/p/1/vitals?path=/&path=/pricing&path=/checkout",
    content: 'main td svg[role="img"][aria-label^="Good up to"]',
  },
];

/** How long the page is watched after it went quiet, for work that starts late. */
const AFTERMATH_MS = 1_000;

/** Runs in the page before anything else: notes what only the page itself can see. */
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
  // Every long task counts, also those before the first paint: who paints late must not look quick.
  watch("longtask", (entry) => {
    seen.blocking += Math.max(0, entry.duration - 50);
  });
  const look = () => {
    if (document.querySelector(content) === null) return requestAnimationFrame(look);
    // The frame after the one that has it in its tree has painted it.
    return requestAnimationFrame(() => {
      seen.content = performance.now();
    });
  };
  requestAnimationFrame(look);
}

const KINDS = { Document: "html", Script: "js", Stylesheet: "css", Fetch: "data", XHR: "data" };

/** Adds up what comes over the wire, compressed and with headers, by type. */
function countTransfer(devtools) {
  const kinds = new Map();
  const total = { requests: 0, html: 0, js: 0, css: 0, data: 0, other: 0 };
  const isWeb = (url) => url.startsWith("http");
  devtools.on("Network.requestWillBeSent", ({ request }) => {
    if (isWeb(request.url)) total.requests += 1;
  });
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (isWeb(response.url)) kinds.set(requestId, KINDS[type] ?? "other");
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind !== undefined) total[kind] += encodedDataLength;
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
  await page.goto(url);
  await page.waitForFunction(() => window.benchSeen.content !== null, undefined, { timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(AFTERMATH_MS);
  const seen = await page.evaluate(() => window.benchSeen);
  const heap = await heapBytes(devtools);
  await page.close();
  return { ...seen, ...transfer, heap };
}

/**
 * Visits a page on a machine as slow as told, twice: with a cold cache, and with what that left in cache and storage.
 * Bytes and milliseconds.
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
