// Measures memory during many navigations and edits.
import { measureRetained, openPage } from "./devtools.mjs";

const LIST = "/p/1/subscriptions";
const BOARD = "/p/1/vitals?path=/&path=/checkout&path=/app/dashboard";
/** By this step, every page's code has loaded, and all one-time objects have been created. */
const FIRST_MEASUREMENT_STEPS = 50;
const MEASUREMENT_INTERVAL_STEPS = 50;
const STEP_TIMEOUT_MS = 120_000;

async function waitUntilIdle(page) {
  await page.waitForFunction(() => document.querySelector("main h1, main table") !== null);
  await page.waitForFunction(() => document.querySelector("main [aria-busy=true]") === null);
}

async function press(page, keys) {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
}

/** Creates a step that opens a page with its keyboard shortcut and waits for its heading. */
function openByKeys(keys, title) {
  return async (page) => {
    await press(page, keys);
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await waitUntilIdle(page);
  };
}

const toList = openByKeys("g s", "Subscriptions");

function linkOfRow(page, index) {
  return page.locator("tbody a[data-row-focus]").nth(index % 20);
}

async function openDetail(page, index) {
  await linkOfRow(page, index).click();
  await page.locator("main dl dd").first().waitFor();
  await waitUntilIdle(page);
}

async function goBack(page) {
  await page.evaluate(() => history.back());
  await page.getByRole("heading", { level: 1, name: "Subscriptions", exact: true }).waitFor();
  await waitUntilIdle(page);
}

/** Changes the title of a row in its form and waits until the list shows it. */
async function edit(page, index) {
  await linkOfRow(page, index).focus();
  await page.keyboard.press("e");
  const form = page.getByRole("dialog");
  const title = `Title ${index}`;
  await form.getByLabel("Title").fill(title);
  await page.keyboard.press("ControlOrMeta+Enter");
  await form.waitFor({ state: "detached" });
  await toList(page);
  await page.getByRole("link", { name: title, exact: true }).waitFor();
}

async function openAndLeaveForm(page) {
  await page.keyboard.press("c");
  await page.getByRole("dialog").getByLabel("Title").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function search(page, index) {
  const text = ["weekly", "to:ana", "is:active"][index % 3];
  const field = page.getByRole("combobox", { name: "Search subscriptions" });
  await field.fill(text);
  await page.locator(`[data-found-for="${text}"]`).waitFor();
  await field.fill("");
  await page.locator('[data-found-for=""]').waitFor();
  await page.keyboard.press("Tab");
}

/** A round of user actions. Each step starts in the state after the previous one. */
const ROUND = [
  toList,
  edit,
  openDetail,
  goBack,
  openByKeys("g e", "Exports"),
  openByKeys("g m", "Members"),
  toList,
  edit,
  search,
  openDetail,
  openByKeys("g v", "Web vitals"),
  openByKeys("g k", "Calendar"),
  toList,
  edit,
  openAndLeaveForm,
  openByKeys("g r", "Recipients"),
  openByKeys("g h", "Health"),
  openByKeys("g l", "Sessions"),
  openByKeys("g j", "Activity"),
  openByKeys("g ,", "Settings"),
];

/** Dismisses notifications, because they retain objects. Then measures memory on the list page. */
async function measure(page, devtools) {
  // Uses a link, because project shortcuts do nothing outside a project.
  await page.getByRole("link", { name: "Environs" }).click();
  await page.getByRole("heading", { level: 1, name: "Subscriptions", exact: true }).waitFor();
  await waitUntilIdle(page);
  const dismissButtons = page.getByRole("button", { name: "Dismiss" });
  while ((await dismissButtons.count()) > 0)
    await dismissButtons
      .last()
      .click({ timeout: 1_000 })
      .catch(() => {});
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
  return measureRetained(devtools);
}

/** Performs `steps` actions. Measures every 50 actions, and calls `onMeasured` each time. */
export async function measureMemory(browser, siteUrl, session, { steps, onMeasured }) {
  const { context, page, devtools } = await openPage(browser, session, { reducedMotion: "reduce" });
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  try {
    // Opens the board first. The board stores the URL's paths, and shows them again when it is
    // opened from the navigation.
    await page.goto(`${siteUrl}${BOARD}`);
    await page.getByText("Needs improvement").first().waitFor();
    await page.goto(`${siteUrl}${LIST}`);
    await waitUntilIdle(page);
    const series = [];
    for (let step = 0; step < steps; step += 1) {
      const act = ROUND[step % ROUND.length];
      if (step % ROUND.length === 0) await page.getByRole("link", { name: "Environs" }).click();
      await act(page, step);
      if ((step + 1) % MEASUREMENT_INTERVAL_STEPS !== 0) continue;
      const held = { steps: step + 1, ...(await measure(page, devtools)) };
      series.push(held);
      await onMeasured(held, devtools);
    }
    const first = series.find(({ steps: done }) => done === FIRST_MEASUREMENT_STEPS);
    return { series, first, last: series.at(-1) };
  } finally {
    await context.close();
  }
}
