// Compares the app with a minimal app written by hand ("floor") and with react-admin, with the same data and steps.
import { openPage, slowDown } from "./devtools.mjs";
import { measureInteraction, prepareClick, recordInteractions } from "./interaction-timing.mjs";

/** Time in ms that each program gets after its first row to finish its deferred loading. */
const SETTLE_MS = 4_000;
const SLOW_SETTLE_MS = 8_000;

const inNavigation = (page, label) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: label });
const currentLink = (path) => `nav a[aria-current=page][href$="/${path}"]`;

const APP = {
  path: "/p/1/subscriptions",
  content: 'tbody tr a[href*="/subscriptions/"]',
  link: inNavigation,
  create: (page) => page.getByRole("main").getByRole("link", { name: "New subscription" }),
  closeForm: (page) => page.keyboard.press("Escape"),
  pages: {
    Subscriptions: {
      selector: "table[aria-label=Subscriptions] tbody [role=cell]",
      feedback: currentLink("subscriptions"),
    },
    Recipients: {
      selector: "table[aria-label=Recipients] tbody [role=cell]",
      feedback: currentLink("recipients"),
    },
    Health: { selector: "main section h2", feedback: currentLink("health") },
    form: {
      selector: "form[data-form-drawer] label",
      text: "Title",
      feedback: "[role=dialog], [data-pending-overlay]",
    },
  },
};

const FLOOR = {
  path: "/subscriptions",
  content: "table[aria-label=Subscriptions] tbody td",
  link: inNavigation,
  create: (page) => page.getByRole("link", { name: "New subscription" }),
  closeForm: (page) => page.keyboard.press("Escape"),
  pages: {
    Subscriptions: {
      selector: "table[aria-label=Subscriptions] tbody td",
      feedback: currentLink("subscriptions"),
    },
    Recipients: { selector: "table[aria-label=Recipients] tbody td", feedback: currentLink("recipients") },
    Health: { selector: "table[aria-label=Findings] tbody td", feedback: currentLink("health") },
    form: { selector: "[role=dialog] label", text: "Title", feedback: "[role=dialog]" },
  },
};

const menuItem = (path) => `.RaMenuItemLink-active[href$="/${path}"]`;
const gridCell = (column) => `.RaDatagrid-row .column-${column}`;

const REACT_ADMIN = {
  path: "/#/subscriptions",
  content: ".RaDatagrid-row td",
  link: (page, label) => page.getByRole("menuitem", { name: label }),
  create: (page) => page.getByLabel("Create", { exact: true }),
  closeForm: (page) => page.getByRole("menuitem", { name: "Subscriptions" }).click(),
  pages: {
    Subscriptions: { selector: gridCell("target_value"), feedback: menuItem("subscriptions") },
    Recipients: { selector: gridCell("address"), feedback: menuItem("recipients") },
    Health: { selector: gridCell("reason"), feedback: menuItem("health") },
    form: { selector: "form label", text: "Title", feedback: "form" },
  },
};

/**
 * Returns the programs to compare. Each one has the selectors of its pages, and the session entries
 * that connect it to its backend.
 */
export function listSubjects({ backends, emulator }, peers) {
  const session = [["bench.backend", JSON.stringify({ url: emulator.url, key: emulator.key })]];
  return [
    ...backends.map(({ name, build, session: own }) => ({ ...APP, name, build, session: own })),
    { ...FLOOR, name: "floor", folder: peers.floor, session },
    { ...FLOOR, name: "floor demo", folder: peers.floor, session: [] },
    { ...REACT_ADMIN, name: "react-admin", folder: peers.reactAdmin, session },
  ];
}

/** Number of times that each page is opened again. More often than first, because these steps are short. */
export const REPEATS = 3;

/**
 * Opens the list, then visits two pages and the form from there, first and again. Returns a sample
 * for each step.
 */
export async function measureSteps(browser, siteUrl, subject, cpuSlowdown) {
  const { context, page, devtools } = await openPage(browser, subject.session);
  const steps = [];
  const wantedOf = (name) => ({ text: "", ...subject.pages[name] });
  async function step(name, target, locator) {
    const act = await prepareClick(page, locator);
    steps.push({ name, ...(await measureInteraction(page, wantedOf(target), act)) });
  }
  try {
    await recordInteractions(context);
    // Slows down before the page loads, because the app adapts to the speed of the first page.
    await slowDown(devtools, cpuSlowdown);
    await page.goto(siteUrl + subject.path);
    await page.locator(subject.content).first().waitFor();
    await page.waitForTimeout(cpuSlowdown > 1 ? SLOW_SETTLE_MS : SETTLE_MS);
    for (const turn of ["first", ...Array(REPEATS).fill("again")]) {
      for (const target of ["Recipients", "Health"]) {
        await step(`list to ${target.toLowerCase()}, ${turn}`, target, subject.link(page, target));
        await step(
          `${target.toLowerCase()} to list, ${turn}`,
          "Subscriptions",
          subject.link(page, "Subscriptions"),
        );
      }
      await step(`list to form, ${turn}`, "form", subject.create(page));
      await subject.closeForm(page);
      await page.locator(subject.pages.form.feedback).first().waitFor({ state: "detached" });
    }
    return steps;
  } finally {
    await context.close();
  }
}
