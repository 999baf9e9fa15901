// Measures time, frames and memory while the app loads, searches and sorts 100,000 records.
import { heapBytes, openPage, slowDown } from "./devtools.mjs";
import { measureInteraction, prepareClick, recordInteractions } from "./interaction-timing.mjs";
import { quantile } from "./statistics.mjs";

const LARGE = "/p/2/subscriptions";
const LOAD_ALL = /^Load all/;
const SEARCH = "Search subscriptions";
const SEARCHES = ["ana", "weekly re", "to:ana", "is:overdue", "freq:monthly dash", "next:today..+7d"];
/** The attribute `data-found-for` is missing until the sorted rows are rendered. */
const SORTED = { selector: 'main:has([data-found-for=""]) th[aria-sort="ascending"]', text: "" };
/** Pause between two key presses, in ms. Long enough to show each result. */
const KEY_INTERVAL_MS = 450;
/** Time for which the idle page is observed, in ms. */
const IDLE_MS = 3_000;

/** Records long tasks, frames, and the effects of every key. Runs in the page. */
function observe() {
  const seen = { firstRow: null, longTasks: [], frames: [], keys: [] };
  Object.assign(window, { benchLarge: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.longTasks.push(entry.duration);
  }).observe({ type: "longtask", buffered: true });
  let last = performance.now();
  const tick = (now) => {
    seen.frames.push(now - last);
    if (seen.firstRow === null && document.querySelector('tbody tr a[href*="/subscriptions/"]') !== null) {
      seen.firstRow = now;
    }
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  // Waits for the paint as interaction-timing.mjs does.
  const afterThisPaint = (call) =>
    void scheduler.postTask(() => call(performance.now()), { priority: "user-blocking" });
  document.addEventListener(
    "input",
    (event) => {
      const key = { text: event.target.value, at: event.timeStamp, paint: null, rows: null };
      seen.keys.push(key);
      requestAnimationFrame(() =>
        afterThisPaint((now) => {
          key.paint = now - key.at;
        }),
      );
      // `data-found-for` contains the search to which the rows belong. When it equals the input's
      // value, this frame paints the rows.
      const checkRows = () => {
        const found = document.querySelector("[data-found-for]");
        if (seen.keys.at(-1) !== key) return;
        if (found === null || found.dataset.foundFor !== event.target.value)
          return requestAnimationFrame(checkRows);
        afterThisPaint((now) => {
          key.rows = now - key.at;
        });
      };
      requestAnimationFrame(checkRows);
    },
    true,
  );
}

/** Returns the share of frames that took longer than two frames at 60 Hz. */
const getLateShare = (frames) => frames.filter((ms) => ms > 34).length / frames.length;

/** Returns the recorded long tasks, frames and keys, and clears the record. */
async function takeRecords(page) {
  return page.evaluate(() => {
    const { longTasks, frames, keys } = window.benchLarge;
    Object.assign(window.benchLarge, { longTasks: [], frames: [], keys: [] });
    return { longTasks, frames, keys };
  });
}

/** Loads, searches and sorts the large project once. Returns times in ms and memory in bytes. */
export async function measureLarge(browser, siteUrl, session, { cpuSlowdown }) {
  const { context, page, devtools } = await openPage(browser, session);
  try {
    await context.addInitScript(observe);
    await recordInteractions(context);
    await page.goto(`${siteUrl}${LARGE}`);
    await page.getByRole("button", { name: LOAD_ALL }).waitFor();
    const firstRow = await page.evaluate(() => window.benchLarge.firstRow);
    const firstHeap = await heapBytes(devtools);
    await takeRecords(page);
    // The baseline is the share of late frames while the page is idle.
    await page.waitForTimeout(IDLE_MS);
    const idle = await takeRecords(page);

    const started = performance.now();
    await page.getByRole("button", { name: LOAD_ALL }).click();
    // By default, Playwright polls in each frame, which would affect the measured frames.
    await page.waitForFunction(
      () =>
        // Compares the exact text, because the text contains other words while the list loads.
        [...document.querySelectorAll("main p, main span, main div")].some(
          ({ childElementCount, textContent }) =>
            childElementCount === 0 && textContent === "100,000 subscriptions",
        ),
      undefined,
      { polling: 200, timeout: 180_000 },
    );
    const loading = performance.now() - started;
    const whileLoading = await takeRecords(page);
    const loadedHeap = await heapBytes(devtools);

    await slowDown(devtools, cpuSlowdown);
    const keys = [];
    const field = page.getByRole("combobox", { name: SEARCH });
    for (const text of SEARCHES) {
      await field.fill("");
      await page.waitForTimeout(1_500);
      await takeRecords(page);
      await field.pressSequentially(text, { delay: KEY_INTERVAL_MS });
      await page.waitForTimeout(2_000);
      keys.push(...(await takeRecords(page)).keys);
    }
    await field.fill("");
    await page.waitForTimeout(1_500);
    const sort = await prepareClick(page, page.getByRole("button", { name: "Title", exact: true }));
    const { shown: sorted } = await measureInteraction(page, SORTED, sort);
    const whileSorting = await takeRecords(page);
    const paints = keys.map(({ paint }) => paint);
    const rows = keys.map(({ rows: at }) => at ?? Number.POSITIVE_INFINITY);
    return {
      keys,
      firstRow,
      loading,
      firstHeap,
      loadedHeap,
      searchedHeap: await heapBytes(devtools),
      longestTask: Math.max(0, ...whileLoading.longTasks),
      tasksOver50: whileLoading.longTasks.length,
      framesLate: getLateShare(whileLoading.frames),
      framesLateIdle: getLateShare(idle.frames),
      paintMedian: quantile(paints, 0.5),
      paint95: quantile(paints, 0.95),
      rowsMedian: quantile(rows, 0.5),
      rows95: quantile(rows, 0.95),
      sorted,
      sortingLongest: Math.max(0, ...whileSorting.longTasks),
    };
  } finally {
    await context.close();
  }
}
