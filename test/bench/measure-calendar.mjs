// Measures a calendar month with 100,000 subscriptions: the time of each step, and how long the page is blocked.
import { openPage, slowDown } from "./devtools.mjs";

/** The large project's calendar, which opens at the current month. */
const LARGE = "/p/2/calendar";

/** Records every task of 50 ms or more. Runs in the page. */
function observe() {
  const durations = [];
  Object.assign(window, { benchTasks: durations });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) durations.push(entry.duration);
  }).observe({ type: "longtask", buffered: true });
}

/** Performs a step and waits until its days are painted. Returns times in ms. Runs in the page. */
async function step(press) {
  const shown = () =>
    [...document.querySelectorAll("[data-calendar] h2, [data-calendar] nav [aria-current]")]
      .map(({ textContent }) => textContent)
      .join();
  const before = shown();
  window.benchTasks.length = 0;
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const started = performance.now();
  document.querySelector(press).click();
  while (shown() === before || document.querySelector("[data-calendar] [aria-busy=true]") !== null)
    await frame();
  const total = performance.now() - started;
  // The observer is notified late.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { total, longest: Math.max(0, ...window.benchTasks) };
}

const NEXT = '[data-calendar] a[aria-label^="Next"]';
const STEPS = [
  ["next month", NEXT],
  ["one more month", NEXT],
  ["in UTC", '[data-calendar] nav a[href*="zone=utc"]'],
  ["as a week", '[data-calendar] nav a[href*="view=week"]'],
  ["next week", NEXT],
  ["as a list", '[data-calendar] nav a[href*="view=list"]'],
];

/**
 * Measures loading 100,000 subscriptions in the calendar, laying them out after the last page, and
 * then each step. For each of them, returns the `total` time until the days appear and the
 * `longest` task, in ms.
 */
export async function measureCalendar(browser, siteUrl, session, { cpuSlowdown }) {
  // Outside UTC, computing days takes longer.
  const { context, page, devtools } = await openPage(browser, session, { timezoneId: "Europe/Berlin" });
  try {
    await context.addInitScript(observe);
    await page.goto(`${siteUrl}${LARGE}`);
    await page.getByRole("grid").waitFor();
    const all = page.getByRole("button", { name: /^Load all/ });
    await all.waitFor();
    await slowDown(devtools, cpuSlowdown);
    // Returns the longest task since the last call, or since the app started.
    const takeLongest = () => page.evaluate(() => Math.max(0, ...window.benchTasks.splice(0)));
    await takeLongest();
    const started = performance.now();
    await all.click();
    await page.getByText("100,000 subscriptions", { exact: true }).first().waitFor({ timeout: 180_000 });
    const loaded = performance.now();
    const steps = [{ name: "loading", total: loaded - started, longest: await takeLongest() }];
    await page.waitForFunction(() => document.querySelector("[data-calendar] [aria-busy=true]") === null);
    steps.push({
      name: "days, after loading",
      total: performance.now() - loaded,
      longest: await takeLongest(),
    });
    for (const [name, press] of STEPS) steps.push({ name, ...(await page.evaluate(step, press)) });
    return steps;
  } finally {
    await context.close();
  }
}
