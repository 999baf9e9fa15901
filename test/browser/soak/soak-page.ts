// Reads from the page and waits for it in the soak. Each read is one round trip.
import { expect, type Page } from "@playwright/test";
import { pressPair } from "../support/user";

/** A row as displayed. */
export interface VisibleRow {
  readonly id: number;
  readonly title: string;
  readonly state: string;
}

/** A notification. */
export interface ToastMessage {
  readonly tone: string;
  readonly title: string;
}

const MESSAGES_KEY = "soakMessages";

/** Records every notification from now on, including those that close automatically. */
export async function recordMessages(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const messages: { tone: string; title: string }[] = [];
    Reflect.set(window, name, messages);
    const note = (node: Node) => {
      if (!(node instanceof HTMLElement) || !node.closest("section[aria-live]")) return;
      const title = node.querySelector("p")?.textContent;
      if (title) messages.push({ tone: node.dataset["tone"] ?? "", title });
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) note(node);
    }).observe(document, { childList: true, subtree: true });
  }, MESSAGES_KEY);
}

/** Returns the notifications so far. */
export function readMessages(page: Page): Promise<ToastMessage[]> {
  return page.evaluate((name) => Reflect.get(window, name), MESSAGES_KEY);
}

/** A pressed Undo. */
interface PressedUndo {
  /** The text of its notification. */
  readonly text: string;
  /** The title in it. */
  readonly title: string | undefined;
  /** Number of notifications shown before Undo was pressed. */
  readonly before: number;
}

/**
 * Presses "Undo" of the newest notification that has one; null when none has. Runs in one step, because notifications
 * close automatically.
 */
export function pressNewestUndo(page: Page): Promise<PressedUndo | null> {
  return page.evaluate((name) => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>("section[aria-live] button")];
    const button = buttons.findLast(({ textContent }) => textContent?.trim() === "Undo");
    const message = button?.closest("[data-tone]");
    if (!button || !message) return null;
    const pressed = {
      text: message.textContent ?? "",
      title: /“(.*)”/.exec(message.querySelector("p")?.textContent ?? "")?.[1],
      before: Number(Reflect.get(window, name).length),
    };
    button.click();
    return pressed;
  }, MESSAGES_KEY);
}

/** Returns the first notification after `after` others. */
export async function nextMessage(page: Page, after: number): Promise<ToastMessage> {
  await page.waitForFunction(({ name, n }) => Reflect.get(window, name).length > n, {
    name: MESSAGES_KEY,
    n: after,
  });
  const message = (await readMessages(page))[after];
  if (message === undefined) throw new Error("The notification has closed");
  return message;
}

/** Checks whether the page of the URL is shown. A click changes the URL first and the page a moment later. */
function isShown(): boolean {
  if (document.querySelector("[aria-busy=true]")) return false;
  const { pathname, search } = location;
  const heading = document.querySelector("h1")?.textContent ?? "";
  const parameters = new URLSearchParams(search);
  // Absent during a search.
  const foundFor = document.querySelector("[data-found-for]");
  if (pathname.endsWith("/members")) {
    const member = document.querySelector<HTMLAnchorElement>("tbody a[data-row-focus]");
    return heading === "Members" && (!member || member.pathname.startsWith(`${pathname}/`));
  }
  if (pathname.endsWith("/settings")) return heading === "Settings";
  if (/\/subscriptions\/\d/.test(pathname))
    return !["", "Subscriptions", "Trash", "Settings"].includes(heading);
  if (!/\/subscriptions(\/new)?$/.test(pathname)) return true;
  if (heading !== (parameters.get("view") === "trash" ? "Trash" : "Subscriptions")) return false;
  const link = document.querySelector<HTMLAnchorElement>("tbody a[data-row-focus]");
  const own = document.querySelector<HTMLAnchorElement>('nav[aria-label="Main"] a[href$="/subscriptions"]');
  // A list without rows may still belong to the previous project.
  if (own !== null && own.pathname !== `/p/${pathname.split("/")[2]}/subscriptions`) return false;
  if (!link) return true;
  if (foundFor?.getAttribute("data-found-for") !== (parameters.get("q") ?? "")) return false;
  return link.pathname.startsWith(`/p/${pathname.split("/")[2]}/`);
}

/** Waits until nothing loads, and retries a page that failed to load. */
export async function waitForIdle(page: Page): Promise<void> {
  const isQuiet = () => page.waitForFunction(isShown);
  await isQuiet();
  const again = page.locator("main").getByRole("button", { name: "Try again" });
  for (let tries = 0; (await again.count()) > 0; tries += 1) {
    if (tries > 5) throw new Error("The page did not load after several tries");
    // It may have loaded automatically in the meantime.
    await again
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {});
    await isQuiet();
  }
}

/** Closes every overlay. Discards input only when a dialog asks. */
export async function closeAll(page: Page): Promise<void> {
  const dialogs = page.locator("[role=dialog], [role=alertdialog]");
  for (let tries = 0; ; tries += 1) {
    const before = await dialogs.count();
    if (before === 0) return;
    if (tries > 20) throw new Error("A dialog did not close");
    const discard = page.getByRole("button", { name: "Discard changes" });
    // By keyboard, because a notification may cover it.
    if ((await discard.count()) > 0) await discard.press("Enter");
    else await page.keyboard.press("Escape");
    // Either it closes or a confirmation opens.
    await page
      .waitForFunction(
        (open) => document.querySelectorAll("[role=dialog], [role=alertdialog]").length !== open,
        before,
        { timeout: 1_000 },
      )
      .catch(() => {});
  }
}

/** Returns the rendered rows with their index in the list, both read at the same moment. */
function readRenderedRows(page: Page): Promise<(readonly [index: number, row: VisibleRow])[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("tbody a[data-row-focus]")].map((link) => {
      const row = link.closest("tr");
      const shown = {
        id: Number(/\/subscriptions\/(\d+)/.exec(link.href)?.[1]),
        title: link.textContent,
        state: row?.querySelector("[data-label=State]")?.textContent ?? "",
      };
      return [Number(row?.getAttribute("aria-rowindex")), shown] as const;
    }),
  );
}

/** Returns the rows of the list. */
export async function readRows(page: Page): Promise<VisibleRow[]> {
  return (await readRenderedRows(page)).map(([, row]) => row);
}

/** Waits until the page was painted a few times, so that it had time to scroll and to draw other rows. */
function waitForFrames(page: Page, frames = 6): Promise<void> {
  return page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
  }, frames);
}

/** Returns rows after they are unchanged for a moment. A list that is revisited scrolls to its old position first. */
export async function waitForStableRows<Row>(
  page: Page,
  read: () => Promise<readonly Row[]>,
  idOf: (row: Row) => number | string,
): Promise<readonly Row[]> {
  const ids = (rows: readonly Row[]) => rows.map(idOf).join();
  let rows = await read();
  for (let checks = 0; checks < 50; checks += 1) {
    await waitForFrames(page);
    const now = await read();
    if (ids(now) === ids(rows)) return now;
    rows = now;
  }
  throw new Error("The rows of the list keep changing");
}

/** Returns every row of the list, including rows that are drawn only after scrolling. */
export async function readAllRows(page: Page): Promise<VisibleRow[]> {
  const all = new Map<number, VisibleRow>();
  const table = page.locator("main table");
  if ((await table.count()) === 0) return [];
  await page.evaluate(() => window.scrollTo(0, 0));
  for (;;) {
    for (const [index, row] of await readRenderedRows(page)) all.set(index, row);
    const isEnd = await page.evaluate(async () => {
      const before = window.scrollY;
      window.scrollBy(0, window.innerHeight / 2);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return window.scrollY === before;
    });
    if (isEnd) break;
  }
  return [...all].sort(([one], [other]) => one - other).map(([, row]) => row);
}

/** Types into the search of the list key by key and waits for the result. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Search subscriptions" });
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  if (text === "") await page.keyboard.press("Delete");
  else await page.keyboard.type(text);
  await page.locator(`[data-found-for="${text}"]`).waitFor();
  await waitForIdle(page);
}

/** Finds a row by its record. */
export function rowById(page: Page, id: number) {
  return page
    .locator("tbody tr")
    .filter({ has: page.locator(`a[data-row-focus][href$="/subscriptions/${id}"]`) });
}

const SHORTCUT_TARGETS = {
  "g s": /\/subscriptions(?!.*[?&]view=trash)(?:\?|$)/,
  "g b": /\/subscriptions\?(?:.*&)?view=trash/,
  "g ,": /\/settings$/,
} as const;

/** Presses the keys of a sequence such as `g s` and waits for the page. */
export async function goByShortcut(page: Page, keys: keyof typeof SHORTCUT_TARGETS): Promise<void> {
  const [first = "", second = ""] = keys.split(" ");
  await pressPair(page, first, second);
  await expect(page).toHaveURL(SHORTCUT_TARGETS[keys]);
  await waitForIdle(page);
}

/** Navigates like Back and Forward, so that the page keeps its state. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await waitForIdle(page);
}

/** The page of a record as displayed, and its raw response. */
export interface VisibleDetail {
  readonly heading: string;
  readonly number: string;
  readonly state: string;
  readonly raw: string;
}

/** Returns the page of a record as soon as it matches; at the end, in any state. */
export async function readDetail(page: Page, expectedRaw: string): Promise<VisibleDetail> {
  const raw = page.locator("main details pre");
  await page
    .waitForFunction((text) => {
      const details = document.querySelector<HTMLDetailsElement>("main details");
      if (details) details.open = true;
      return details?.querySelector("pre")?.textContent === text;
    }, expectedRaw)
    .catch(() => {});
  const fact = (name: string) =>
    page
      .locator("main dl > div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("dd");
  const [heading, number, state, text] = await Promise.all([
    page.locator("h1").innerText(),
    fact("ID").innerText(),
    page.locator("main p > [data-tone]").first().innerText(),
    raw.innerText(),
  ]);
  return { heading, number, state, raw: text };
}

/** Dismisses all notifications. */
export async function dismissMessages(page: Page): Promise<void> {
  const buttons = page.getByRole("button", { name: "Dismiss" });
  // One may close while it is being clicked.
  while ((await buttons.count()) > 0)
    await buttons
      .last()
      .click({ timeout: 1_000 })
      .catch(() => {});
  await expect(buttons).toHaveCount(0);
}
