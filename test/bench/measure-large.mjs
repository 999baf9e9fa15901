// What 100,000 records cost: loading them all, typing a search, sorting; time, frames and memory.
import { heapBytes, openPage, slowDown } from "./devtools.mjs";
import { quantile } from "./statistics.mjs";

const LARGE = "/p/2/subscriptions";
const LOAD_ALL = /^Load all/;
const SEARCH = "Search subscriptions";
/** Typed key by key; each narrows the rows further. */
const TYPED = ["ana", "weekly re", "to:ana", "is:overdue", "freq:monthly dash", "next:today..+7d"];
/** Ms between two keys: every one has its result before the next. */
const BETWEEN_KEYS = 450;
/** Ms for which the page is watched before anything is asked of it. */
const IDLE = 3_000;

/** Runs in the page: notes long tasks and frames, and what follows every key. */
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
  // As in turns.mjs.
  const afterPaint = (call) =>
    requestAnimationFrame(
      () => void scheduler.postTask(() => call(performance.now()), { priority: "user-blocking" }),
    );
  document.addEventListener(
    "input",
    (event) => {
      const key = { text: event.target.value, at: event.timeStamp, paint: null, rows: null };
      seen.keys.push(key);
      afterPaint((now) => {
        key.paint = now - key.at;
      });
      // The page says which text its rows are for; the frame after that has painted them.
      const look = () => {
        const found = document.querySelector("[data-found-for]");
        if (seen.keys.at(-1) !== key) return;
        if (found === null || found.dataset.foundFor !== event.target.value)
          return requestAnimationFrame(look);
        afterPaint((now) => {
          key.rows = now - key.at;
        });
      };
      requestAnimationFrame(look);
    },
    true,
  );
}

/** Two frames of 60 a second. */
const lateShare = (frames) => frames.filter((ms) => ms > 34).length / frames.length;

/** Takes what was seen so far, and begins anew. */
async function take(page) {
  return page.evaluate(() => {
    const { longTasks, frames, keys } = window.benchLarge;
    Object.assign(window.benchLarge, { longTasks: [], frames: [], keys: [] });
    return { longTasks, frames, keys };
  });
}

/** Loads the large project once and types into its search. Times in ms, memory in bytes. */
export async function measureLarge(browser, siteUrl, session, { cpuSlowdown }) {
  const { context, page, devtools } = await openPage(browser, session);
  try {
    await context.addInitScript(observe);
    await page.goto(`${siteUrl}${LARGE}`);
    await page.getByRole("button", { name: LOAD_ALL }).waitFor();
    const firstRow = await page.evaluate(() => window.benchLarge.firstRow);
    const firstHeap = await heapBytes(devtools);
    await take(page);
    // What the browser leaves out without any work of ours, to read the figure while loading by.
    await page.waitForTimeout(IDLE);
    const idle = await take(page);

    const started = performance.now();
    await page.getByRole("button", { name: LOAD_ALL }).click();
    // Seldom and cheap: the tool's own waiting looks through the page in each frame that is measured here.
    await page.waitForFunction(
      () =>
        // Those words alone: while it loads, others stand around them.
        [...document.querySelectorAll("main p, main span, main div")].some(
          ({ childElementCount, textContent }) =>
            childElementCount === 0 && textContent === "100,000 subscriptions",
        ),
      undefined,
      { polling: 200, timeout: 180_000 },
    );
    const loading = performance.now() - started;
    const whileLoading = await take(page);
    const loadedHeap = await heapBytes(devtools);

    await slowDown(devtools, cpuSlowdown);
    const keys = [];
    const field = page.getByRole("combobox", { name: SEARCH });
    for (const text of TYPED) {
      await field.fill("");
      await page.waitForTimeout(1_500);
      await take(page);
      await field.pressSequentially(text, { delay: BETWEEN_KEYS });
      await page.waitForTimeout(2_000);
      keys.push(...(await take(page)).keys);
    }
    await field.fill("");
    await page.waitForTimeout(1_500);
    const sorting = performance.now();
    await page.getByRole("button", { name: "Title", exact: true }).click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    await page.locator("table[data-finding]").waitFor({ state: "detached", timeout: 60_000 });
    const sorted = performance.now() - sorting;
    const whileSorting = await take(page);
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
      framesLate: lateShare(whileLoading.frames),
      framesLateIdle: lateShare(idle.frames),
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
