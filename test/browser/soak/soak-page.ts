// Functions that read and control the page during the soak.
import { expect, type Page } from "@playwright/test";
import { pressPair } from "../support/user";

export interface VisibleRow {
  readonly id: number;
  readonly title: string;
  readonly state: string;
}

export interface ToastMessage {
  readonly tone: string;
  readonly title: string;
}

const MESSAGES_KEY = "soakMessages";

/** Records every notification from the next page load on, including those that close automatically. */
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

export function readMessages(page: Page): Promise<ToastMessage[]> {
  return page.evaluate((name) => Reflect.get(window, name), MESSAGES_KEY);
}

interface PressedUndo {
  readonly text: string;
  readonly title: string | undefined;
  /** Number of notifications before Undo was pressed. */
  readonly before: number;
}

/**
 * Presses Undo in the newest notification with an Undo button. Returns null if no notification has one. Runs in one
 * step, because notifications close automatically.
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

/** Waits until more than `after` notifications have appeared. Returns the first new one. */
export async function nextMessage(page: Page, after: number): Promise<ToastMessage> {
  try {
    await page.waitForFunction(({ name, n }) => Reflect.get(window, name).length > n, {
      name: MESSAGES_KEY,
      n: after,
    });
  } catch (error) {
    throw new Error(`No notification after ${JSON.stringify(await readMessages(page))}`, { cause: error });
  }
  const message = (await readMessages(page))[after];
  if (message === undefined) throw new Error("The notification has closed");
  return message;
}

/** Whether the page of the URL is visible. A click changes the URL first and the page later. */
function isShown(): boolean {
  if (document.querySelector("[aria-busy=true]")) return false;
  const { pathname, search } = location;
  const heading = document.querySelector("h1")?.textContent ?? "";
  const parameters = new URLSearchParams(search);
  // While a search runs, no element has this attribute.
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
  // A list without rows has no link that shows its project. Checks the navigation's link instead.
  if (own !== null && own.pathname !== `/p/${pathname.split("/")[2]}/subscriptions`) return false;
  if (!link) return true;
  if (foundFor?.getAttribute("data-found-for") !== (parameters.get("q") ?? "")) return false;
  return link.pathname.startsWith(`/p/${pathname.split("/")[2]}/`);
}

/** Waits until nothing is loading. Retries a page that failed to load. */
export async function waitForIdle(page: Page): Promise<void> {
  const isQuiet = () => page.waitForFunction(isShown);
  await isQuiet();
  const again = page.locator("main").getByRole("button", { name: "Try again" });
  for (let tries = 0; (await again.count()) > 0; tries += 1) {
    if (tries > 5) throw new Error("The page did not load after several tries");
    // The button disappears if the page has loaded in the meantime.
    await again
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {});
    await isQuiet();
  }
}

/** Closes every overlay. Discards input if a dialog asks. */
export async function closeAll(page: Page): Promise<void> {
  const dialogs = page.locator("[role=dialog], [role=alertdialog]");
  for (let tries = 0; ; tries += 1) {
    const before = await dialogs.count();
    if (before === 0) return;
    if (tries > 20) throw new Error("A dialog did not close");
    const discard = page.getByRole("button", { name: "Discard changes" });
    // Uses the keyboard, because a notification may cover the button.
    if ((await discard.count()) > 0) await discard.press("Enter");
    else await page.keyboard.press("Escape");
    // Waits until the overlay closes or a confirmation opens.
    await page
      .waitForFunction(
        (open) => document.querySelectorAll("[role=dialog], [role=alertdialog]").length !== open,
        before,
        { timeout: 1_000 },
      )
      .catch(() => {});
  }
}

/** Returns the rendered rows with their indexes in the list, read at the same moment. */
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

export async function readRows(page: Page): Promise<VisibleRow[]> {
  return (await readRenderedRows(page)).map(([, row]) => row);
}

/** Waits for a few frames, in which the page can scroll and draw other rows. */
function waitForFrames(page: Page, frames = 6): Promise<void> {
  return page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
  }, frames);
}

/** Returns the rows when they haven't changed for a moment. After Back, a list first scrolls to its old position. */
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

/** Whether no spacer is in the lower half of the window. A spacer replaces rows that aren't drawn. */
function isLowerHalfDrawn(): boolean {
  const spacers = [...document.querySelectorAll("main tbody > tr:not([aria-rowindex])")];
  return spacers.every((spacer) => {
    const { top, bottom } = spacer.getBoundingClientRect();
    return bottom <= innerHeight / 2 || top >= innerHeight;
  });
}

/** Scrolls through a list, half a window at a time. Calls `read` when the rows at each position have been drawn. */
export async function readWhileScrolling(page: Page, read: () => Promise<void>): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  for (let isEnd = false; !isEnd; ) {
    await page.waitForFunction(isLowerHalfDrawn);
    await read();
    isEnd = await page.evaluate(() => {
      const before = window.scrollY;
      window.scrollBy(0, window.innerHeight / 2);
      return window.scrollY === before;
    });
  }
}

/** Returns every row in the list, including rows that are drawn only after scrolling. */
export async function readAllRows(page: Page): Promise<VisibleRow[]> {
  const all = new Map<number, VisibleRow>();
  await readWhileScrolling(page, async () => {
    for (const [index, row] of await readRenderedRows(page)) all.set(index, row);
  });
  return [...all].sort(([one], [other]) => one - other).map(([, row]) => row);
}

/** Types into the list's search field key by key and waits for the result. */
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

/** Presses a sequence such as `g s` and waits for the page. */
export async function goByShortcut(page: Page, keys: keyof typeof SHORTCUT_TARGETS): Promise<void> {
  const [first = "", second = ""] = keys.split(" ");
  await pressPair(page, first, second);
  await expect(page).toHaveURL(SHORTCUT_TARGETS[keys]);
  await waitForIdle(page);
}

/** Navigates within the running app, as Back and Forward do. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await waitForIdle(page);
}

export interface VisibleDetail {
  readonly heading: string;
  readonly number: string;
  readonly state: string;
  readonly raw: string;
}

/**
 * Waits until a record's page shows the expected JSON, and returns its contents. After a timeout,
 * returns the contents anyway.
 */
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

export async function dismissMessages(page: Page): Promise<void> {
  const buttons = page.getByRole("button", { name: "Dismiss" });
  // A notification may close while it is being clicked.
  while ((await buttons.count()) > 0)
    await buttons
      .last()
      .click({ timeout: 1_000 })
      .catch(() => {});
  await expect(buttons).toHaveCount(0);
}
