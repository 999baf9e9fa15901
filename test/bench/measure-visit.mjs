// One visit in a browser that has never seen the app, and what it cost.
import { startWithStorage } from "../browser/backends.mjs";

/** A row that a person can use: it links to its record, which a placeholder does not. */
const ROW = 'tbody tr a[href*="/subscriptions/"]';
/** How long the page is watched after it went quiet, for work that starts late. */
const AFTERMATH_MS = 1_000;

/** Runs in the page before anything else: notes what only the page itself can see. */
function observe(row) {
  const seen = { firstRow: null, lcp: null, cls: 0, blocking: 0 };
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
    if (document.querySelector(row) === null) return requestAnimationFrame(look);
    // The frame after the one that has the row in its tree has painted it.
    return requestAnimationFrame(() => {
      seen.firstRow = performance.now();
    });
  };
  requestAnimationFrame(look);
}

const KINDS = { Document: "html", Script: "js", Stylesheet: "css", Fetch: "data", XHR: "data" };

/** Adds up what comes over the wire, compressed and with headers, by type. */
function countTransfer(cdp) {
  const kinds = new Map();
  const total = { requests: 0, html: 0, js: 0, css: 0, data: 0, other: 0 };
  const isWeb = (url) => url.startsWith("http");
  cdp.on("Network.requestWillBeSent", ({ request }) => {
    if (isWeb(request.url)) total.requests += 1;
  });
  cdp.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (isWeb(response.url)) kinds.set(requestId, KINDS[type] ?? "other");
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind !== undefined) total[kind] += encodedDataLength;
  });
  return total;
}

async function heapBytes(cdp) {
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize;
}

/** Visits the subscription list once, on a machine as slow as told, and gives figures in bytes and milliseconds. */
export async function measureVisit(browser, siteUrl, session, { network, cpuSlowdown }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await startWithStorage(context, session);
    await context.addInitScript(observe, ROW);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send("Network.enable");
    if (network !== null) await cdp.send("Network.emulateNetworkConditions", network);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
    const transfer = countTransfer(cdp);
    await page.goto(`${siteUrl}/p/1/subscriptions`);
    await page.waitForFunction(() => window.benchSeen.firstRow !== null, undefined, { timeout: 60_000 });
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(AFTERMATH_MS);
    const seen = await page.evaluate(() => window.benchSeen);
    return { ...seen, ...transfer, heap: await heapBytes(cdp) };
  } finally {
    await context.close();
  }
}
