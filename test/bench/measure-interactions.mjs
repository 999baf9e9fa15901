// Measures each type of interaction by the time to its next paint, at a given CPU speed.
import { openPage, slowDown } from "./devtools.mjs";
import { measureInteraction, prepareClick, recordInteractions } from "./interaction-timing.mjs";

const LIST = "/p/1/subscriptions";
const BOARD = "/p/1/vitals?path=/&path=/checkout&path=/app/dashboard";
const LARGE = "/p/2/subscriptions";
/** Number of subscriptions to select in the large project. Their IDs are consecutive. */
const SELECTED_COUNT = 1_000;
/** Searches that are typed key by key into the list's search field. */
const SEARCHES = ["weekly ana", "to:ana", "is:active"];
const FORM = "form[data-form-drawer] label";

/**
 * Returns selectors. The expected result is the page's heading. The expected feedback is the
 * highlighted link.
 */
const pageOf = (title, path) => ({
  selector: "h1",
  text: title,
  feedback: `nav[aria-label=Main] a[aria-current=page][href$="/${path}"]`,
});

/**
 * Pages to open from the navigation, in this order. Each entry has the text of the link and
 * heading, and the end of the path.
 */
const NAVIGATION = [
  ["Exports", "exports"],
  ["Members", "members"],
  ["Web vitals", "vitals"],
  ["Calendar", "calendar"],
  ["Recipients", "recipients"],
  ["Health", "health"],
  ["Sessions", "sessions"],
  ["Activity", "activity"],
  ["Settings", "settings"],
  ["Subscriptions", "subscriptions"],
];

function createRecorder(page) {
  const samples = new Map();
  async function record(name, wanted, act) {
    const sample = await measureInteraction(page, wanted, act);
    samples.set(name, [...(samples.get(name) ?? []), sample]);
  }
  return {
    record,
    click: async (name, wanted, locator) => record(name, wanted, await prepareClick(page, locator)),
    all: () => [...samples].map(([name, of]) => ({ name, samples: of })),
  };
}

async function changeRoutes(page, recorder) {
  const first = page.locator("tbody a[data-row-focus]").first();
  await recorder.click("list to detail", { selector: "main dt", text: "" }, first);
  await recorder.record("detail back to list", { selector: "tbody a[data-row-focus]", text: "" }, () =>
    page.evaluate(() => history.back()),
  );
  const navigation = page.getByRole("navigation", { name: "Main" });
  let from = "list";
  for (const [link, path] of NAVIGATION) {
    const to = link === "Subscriptions" ? "list" : link.toLowerCase();
    // A link's name can end with a count, for example "Health 2".
    const item = navigation.getByRole("link", { name: new RegExp(`^${link}\\b`) });
    await recorder.click(`${from} to ${to}`, pageOf(link, path), item);
    from = to;
  }
}

async function typeSearch(page, { record }, text) {
  // Measures a key without an effect, as the baseline for this machine.
  await record("key press with no effect", null, () => page.keyboard.press("Shift"));
  await page.getByRole("combobox", { name: "Search subscriptions" }).focus();
  for (const key of text) await record("key press in the search field", null, () => page.keyboard.press(key));
  await page.keyboard.press("ControlOrMeta+a");
  await record("search cleared", null, () => page.keyboard.press("Delete"));
  await page.keyboard.press("Tab");
  await page.locator('[data-found-for=""]').waitFor();
}

async function openForms(page, recorder) {
  const isClosed = { selector: "body:not(:has(form[data-form-drawer]))", text: "" };
  const close = () => page.keyboard.press("Escape");
  const link = page.getByRole("main").getByRole("link", { name: "New subscription" });
  const isShown = { selector: FORM, text: "Title", feedback: "[role=dialog], [data-pending-overlay]" };
  await recorder.click("new subscription form opened", isShown, link);
  await recorder.record("form closed", isClosed, close);
  await page.locator("tbody a[data-row-focus]").first().focus();
  await recorder.record("edit form opened by shortcut", isShown, () => page.keyboard.press("e"));
  await recorder.record("form closed", isClosed, close);
}

async function toggleScheme(page, recorder) {
  // Selects each scheme. The third one is the system setting, which is light here.
  for (const scheme of ["light", "dark", "light"]) {
    const wanted = { selector: `html[data-mantine-color-scheme="${scheme}"]`, text: "" };
    await recorder.click("color scheme", wanted, page.getByRole("button", { name: /^Colou?r/ }));
  }
}

/** Loads the large project and searches for the subscriptions to select. */
async function openSelectable(page, siteUrl) {
  await page.goto(`${siteUrl}${LARGE}`);
  const row = page.locator("tbody a[data-row-focus]").first();
  const first = Number(/(\d+)$/.exec((await row.getAttribute("href")) ?? "")?.[1]);
  await page.getByRole("button", { name: /^Load all/ }).click();
  await page.getByText("100,000 subscriptions", { exact: true }).waitFor({ timeout: 180_000 });
  await page
    .getByRole("combobox", { name: "Search subscriptions" })
    .fill(`id:${first - SELECTED_COUNT + 1}..${first}`);
  await page.getByText("1,000 of 100,000 match").waitFor({ timeout: 60_000 });
}

async function selectRows(page, recorder) {
  const all = page.getByRole("checkbox", { name: /^Select all/ });
  const bar = "[role=region][aria-label=Selection], section[aria-label=Selection]";
  await recorder.click("1,000 rows selected", { selector: bar, text: "1,000" }, all);
  await recorder.click("selection cleared", { selector: `main:not(:has(${bar}))`, text: "" }, all);
}

/** Measures all interactions in `rounds` rounds. Returns the samples of each interaction in ms. */
export async function measureInteractions(browser, siteUrl, session, { cpuSlowdown, rounds }) {
  const { context, page, devtools } = await openPage(browser, session);
  try {
    await recordInteractions(context);
    // Opens the board first, so that it stores the URL's paths and shows them again when opened from the
    // navigation.
    await page.goto(`${siteUrl}${BOARD}`);
    await page.getByText("Needs improvement").first().waitFor();
    await page.goto(`${siteUrl}${LIST}`);
    await page.locator("tbody a[data-row-focus]").first().waitFor();
    await slowDown(devtools, cpuSlowdown);
    const recorder = createRecorder(page);
    for (let round = 0; round < rounds; round += 1) {
      await changeRoutes(page, recorder);
      await typeSearch(page, recorder, SEARCHES[round % SEARCHES.length]);
      await openForms(page, recorder);
      await toggleScheme(page, recorder);
    }
    await slowDown(devtools, 1);
    await openSelectable(page, siteUrl);
    await slowDown(devtools, cpuSlowdown);
    for (let round = 0; round < rounds; round += 1) await selectRows(page, recorder);
    return recorder.all();
  } finally {
    await context.close();
  }
}
