// What 1,000 navigations and edits leave in memory.
import { heldBy, openPage } from "./devtools.mjs";

const LIST = "/p/1/subscriptions";
const BOARD = "/p/1/vitals?path=/&path=/checkout&path=/app/dashboard";
/** By then every page's code is loaded, and what a first visit makes once is made. */
const SETTLED_AFTER = 50;
const MEASURED_EVERY = 50;
/** Ms that one step may take on a busy machine. */
const PATIENCE = 120_000;

async function isQuiet(page) {
  await page.waitForFunction(() => document.querySelector("main h1, main table") !== null);
  await page.waitForFunction(() => document.querySelector("main [aria-busy=true]") === null);
}

async function press(page, keys) {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
}

/** Goes to a page by its keys, and waits for its heading. */
function go(keys, title) {
  return async (page) => {
    await press(page, keys);
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await isQuiet(page);
  };
}

const toList = go("g s", "Subscriptions");

function linkOfRow(page, place) {
  return page.locator("tbody a[data-row-focus]").nth(place % 20);
}

async function openDetail(page, place) {
  await linkOfRow(page, place).click();
  await page.locator("main dl dd").first().waitFor();
  await isQuiet(page);
}

async function goBack(page) {
  await page.evaluate(() => history.back());
  await page.getByRole("heading", { level: 1, name: "Subscriptions", exact: true }).waitFor();
  await isQuiet(page);
}

/** Changes the title of a row in its form, and waits until it stands in the list. */
async function edit(page, place) {
  await linkOfRow(page, place).focus();
  await page.keyboard.press("e");
  const form = page.getByRole("dialog");
  const title = `Title ${place}`;
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

async function search(page, place) {
  const text = ["weekly", "to:ana", "is:active"][place % 3];
  const field = page.getByRole("combobox", { name: "Search subscriptions" });
  await field.fill(text);
  await page.locator(`[data-found-for="${text}"]`).waitFor();
  await field.fill("");
  await page.locator('[data-found-for=""]').waitFor();
  await page.keyboard.press("Tab");
}

/** One round of what a person does, again and again; what one step leaves open the next one finds. */
const ROUND = [
  toList,
  edit,
  openDetail,
  goBack,
  go("g e", "Exports"),
  go("g m", "Members"),
  toList,
  edit,
  search,
  openDetail,
  go("g v", "Web vitals"),
  go("g k", "Calendar"),
  toList,
  edit,
  openAndLeaveForm,
  go("g r", "Recipients"),
  go("g h", "Health"),
  go("g l", "Sessions"),
  go("g j", "Activity"),
  go("g ,", "Settings"),
];

/** Lets messages go, which would hold what they are about, and looks at the list. */
async function measure(page, devtools) {
  // Outside of a project its own keys mean nothing.
  await page.getByRole("link", { name: "Environs" }).click();
  await page.getByRole("heading", { level: 1, name: "Subscriptions", exact: true }).waitFor();
  await isQuiet(page);
  const messages = page.getByRole("button", { name: "Dismiss" });
  while ((await messages.count()) > 0)
    await messages
      .last()
      .click({ timeout: 1_000 })
      .catch(() => {});
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
  return heldBy(devtools);
}

/**
 * So many `steps` of use: what is held after the first 50, at the end, and every 50 between them, of which `onMeasured`
 * is told at once.
 */
export async function measureMemory(browser, siteUrl, session, { steps, onMeasured }) {
  const { context, page, devtools } = await openPage(browser, session, { reducedMotion: "reduce" });
  page.setDefaultTimeout(PATIENCE);
  try {
    // The board remembers its paths.
    await page.goto(`${siteUrl}${BOARD}`);
    await page.getByText("Needs improvement").first().waitFor();
    await page.goto(`${siteUrl}${LIST}`);
    await isQuiet(page);
    const series = [];
    for (let step = 0; step < steps; step += 1) {
      const act = ROUND[step % ROUND.length];
      if (step % ROUND.length === 0) await page.getByRole("link", { name: "Environs" }).click();
      await act(page, step);
      if ((step + 1) % MEASURED_EVERY !== 0) continue;
      const held = { steps: step + 1, ...(await measure(page, devtools)) };
      series.push(held);
      await onMeasured(held, devtools);
    }
    const first = series.find(({ steps: done }) => done === SETTLED_AFTER);
    return { series, first, last: series.at(-1) };
  } finally {
    await context.close();
  }
}
