// What a month of 10,000 deliveries costs: how long each step takes, and how long the page cannot answer meanwhile.
import { openPage, slowDown } from "./devtools.mjs";

const DELIVERIES = 10_000;
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const DAY_MS = 86_400_000;

/** Schedules as people have them: most come daily or weekly, some are counted, some begin on the 31st. */
function delivery(index) {
  const frequency = ["daily", "daily", "weekly", "weekly", "weekly", "monthly", "monthly", "yearly"][
    index % 8
  ];
  const start = new Date(Date.UTC(2020, 0, 1) + ((index * 7919) % 2200) * DAY_MS + (index % 24) * 3_600_000);
  const hasDays = index % 3 === 0;
  return {
    id: index + 1,
    title: `Delivery ${index}`,
    dashboard: 1 + (index % 50),
    target_type: "email",
    target_value: `person${index % 500}@example.com,second@example.com`,
    frequency,
    interval: 1 + (index % 4 === 0 ? 1 : 0),
    byweekday: hasDays ? [DAYS[index % 7], DAYS[(index + 2) % 7]] : null,
    bysetpos: hasDays && frequency !== "daily" ? -1 : null,
    count: index % 10 === 0 ? 5000 : null,
    start_date: start.toISOString().replace(".000Z", "Z"),
    until_date: null,
    created_at: "2020-01-01T00:00:00Z",
    created_by: null,
    deleted: false,
    next_delivery_date: "2026-12-24T08:00:00Z",
  };
}

/** Serves the list of deliveries in place of the backend. */
async function serveDeliveries(page) {
  const all = Array.from({ length: DELIVERIES }, (_, index) => delivery(index));
  await page.route(/\/subscriptions\/\?/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get("offset"));
    const results = all.slice(from, from + Number(query.get("limit")));
    return route.fulfill({
      headers: { "access-control-allow-origin": "*", "content-type": "application/json" },
      body: JSON.stringify({ count: DELIVERIES, next: null, previous: null, results }),
    });
  });
}

/** Runs in the page: notes every task of 50 ms and more. */
function observe() {
  const seen = [];
  Object.assign(window, { benchTasks: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.push(entry.duration);
  }).observe({ type: "longtask", buffered: true });
}

/** Does one step and waits until its days are painted; in ms. Runs in the page. */
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
  // The observer is told late.
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

/** Each step on a calendar of 10,000 loaded deliveries: `total` until its days stand, and its `longest` task, in ms. */
export async function measureCalendar(browser, siteUrl, session, { cpuSlowdown }) {
  // Days of a zone that is not UTC cost more.
  const { context, page, devtools } = await openPage(browser, session, { timezoneId: "Europe/Berlin" });
  try {
    await context.addInitScript(observe);
    await serveDeliveries(page);
    await page.goto(`${siteUrl}/p/1/calendar?date=2026-11-21`);
    await page.getByRole("grid").waitFor();
    // What comes before is the start of the app.
    await page.evaluate(() => window.benchTasks.splice(0));
    await page.getByText("10,000 deliveries", { exact: true }).first().waitFor();
    await page.waitForFunction(() => document.querySelector("[data-calendar] [aria-busy=true]") === null);
    const loading = await page.evaluate(() => Math.max(0, ...window.benchTasks));
    await slowDown(devtools, cpuSlowdown);
    const steps = [{ name: "while it loads", total: null, longest: loading }];
    for (const [name, press] of STEPS) steps.push({ name, ...(await page.evaluate(step, press)) });
    return steps;
  } finally {
    await context.close();
  }
}
