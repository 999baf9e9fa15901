// How soon the page answers a person: time to the next paint of each kind of interaction, with the CPU slowed.
import { openPage, slowDown } from "./devtools.mjs";
import { aim, noteTurns, takeTurn } from "./interaction-timing.mjs";

const LIST = "/p/1/subscriptions";
const BOARD = "/p/1/vitals?path=/&path=/checkout&path=/app/dashboard";
const LARGE = "/p/2/subscriptions";
/** So many of the large project's deliveries are selected: their numbers follow one another. */
const SELECTED = 1_000;
/** Typed key by key into the search of the list. */
const TYPED = ["weekly ana", "to:ana", "is:active"];
const FORM = "form[data-form-drawer] label";

const heading = (text) => ({ selector: "h1", text });

/** The pages that are gone to from the navigation one after the other, by the words there and the page's heading. */
const TOUR = [
  ["Exports", "Exports"],
  ["Members", "Members"],
  ["Web vitals", "Web vitals"],
  ["Calendar", "Calendar"],
  ["Recipients", "Recipients"],
  ["Health", "Health"],
  ["Sessions", "Sessions"],
  ["Activity", "Activity"],
  ["Settings", "Settings"],
  ["Subscriptions", "Subscriptions"],
];

/** Keeps the samples of interactions by their name. */
function createNotes(page) {
  const samples = new Map();
  async function turn(name, wanted, act) {
    const sample = await takeTurn(page, wanted, act);
    samples.set(name, [...(samples.get(name) ?? []), sample]);
  }
  return {
    turn,
    click: async (name, wanted, locator) => turn(name, wanted, await aim(page, locator)),
    all: () => [...samples].map(([name, of]) => ({ name, samples: of })),
  };
}

async function changeRoutes(page, notes) {
  const first = page.locator("tbody a[data-row-focus]").first();
  await notes.click("list to detail", { selector: "main dt", text: "" }, first);
  await notes.turn("detail back to list", { selector: "tbody a[data-row-focus]", text: "" }, () =>
    page.evaluate(() => history.back()),
  );
  const navigation = page.getByRole("navigation", { name: "Main" });
  let from = "list";
  for (const [link, title] of TOUR) {
    const to = link === "Subscriptions" ? "list" : link.toLowerCase();
    const item = navigation.getByRole("link", { name: link, exact: true });
    await notes.click(`${from} to ${to}`, heading(title), item);
    from = to;
  }
}

async function typeSearch(page, { turn }, text) {
  // What any key costs on this machine, whatever it does.
  await turn("a key that does nothing", null, () => page.keyboard.press("Shift"));
  await page.getByRole("combobox", { name: "Search deliveries" }).focus();
  for (const key of text) await turn("key in the search", null, () => page.keyboard.press(key));
  await page.keyboard.press("ControlOrMeta+a");
  await turn("search emptied", null, () => page.keyboard.press("Delete"));
  await page.keyboard.press("Tab");
  await page.locator('[data-found-for=""]').waitFor();
}

async function openForms(page, notes) {
  const isClosed = { selector: "body:not(:has(form[data-form-drawer]))", text: "" };
  const close = () => page.keyboard.press("Escape");
  const link = page.getByRole("main").getByRole("link", { name: "New delivery" });
  await notes.click("form of a new delivery", { selector: FORM, text: "Title" }, link);
  await notes.turn("form closed", isClosed, close);
  await page.locator("tbody a[data-row-focus]").first().focus();
  await notes.turn("form of a row, by key", { selector: FORM, text: "Title" }, () =>
    page.keyboard.press("e"),
  );
  await notes.turn("form closed", isClosed, close);
}

async function toggleScheme(page, notes) {
  // From as the system, which is light here, and back to it.
  for (const scheme of ["light", "dark", "light"]) {
    const wanted = { selector: `html[data-mantine-color-scheme="${scheme}"]`, text: "" };
    await notes.click("color scheme", wanted, page.getByRole("button", { name: /^Color scheme: / }));
  }
}

/** Loads the large project's deliveries, of which a search then shows so many. */
async function openSelectable(page, siteUrl) {
  await page.goto(`${siteUrl}${LARGE}`);
  const row = page.locator("tbody a[data-row-focus]").first();
  const first = Number(/(\d+)$/.exec((await row.getAttribute("href")) ?? "")?.[1]);
  await page.getByRole("button", { name: /^Load all/ }).click();
  await page.getByText("100,000 deliveries", { exact: true }).waitFor({ timeout: 180_000 });
  await page
    .getByRole("combobox", { name: "Search deliveries" })
    .fill(`id:${first - SELECTED + 1}..${first}`);
  await page.getByText("1,000 of 100,000 match").waitFor({ timeout: 60_000 });
}

async function selectRows(page, notes) {
  const all = page.getByRole("checkbox", { name: /^Select all/ });
  const bar = "[role=region][aria-label=Selection], section[aria-label=Selection]";
  await notes.click("1,000 rows selected", { selector: bar, text: "1,000" }, all);
  await notes.click("and let go", { selector: `main:not(:has(${bar}))`, text: "" }, all);
}

/** All interactions, so many `rounds`; of each the samples, in ms. */
export async function measureInteractions(browser, siteUrl, session, { cpuSlowdown, rounds }) {
  const { context, page, devtools } = await openPage(browser, session);
  try {
    await noteTurns(context);
    // The board remembers its paths.
    await page.goto(`${siteUrl}${BOARD}`);
    await page.getByText("Needs improvement").first().waitFor();
    await page.goto(`${siteUrl}${LIST}`);
    await page.locator("tbody a[data-row-focus]").first().waitFor();
    await slowDown(devtools, cpuSlowdown);
    const notes = createNotes(page);
    for (let round = 0; round < rounds; round += 1) {
      await changeRoutes(page, notes);
      await typeSearch(page, notes, TYPED[round % TYPED.length]);
      await openForms(page, notes);
      await toggleScheme(page, notes);
    }
    await slowDown(devtools, 1);
    await openSelectable(page, siteUrl);
    await slowDown(devtools, cpuSlowdown);
    for (let round = 0; round < rounds; round += 1) await selectRows(page, notes);
    return notes.all();
  } finally {
    await context.close();
  }
}
