// What the soak reads from the page, and waits for; each of it one round trip.
import { expect, type Page } from "@playwright/test";
import { pressPair } from "../support/user";

/** A row as a person sees it. */
export interface VisibleRow {
  readonly id: number;
  readonly title: string;
  readonly state: string;
}

/** A message that came up at the edge of the screen. */
export interface ToastMessage {
  readonly tone: string;
  readonly title: string;
}

const MESSAGES_KEY = "soakMessages";

/** Remembers every message from now on: one that leaves by itself has still been said. */
export async function recordMessages(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const said: { tone: string; title: string }[] = [];
    Reflect.set(window, name, said);
    const note = (node: Node) => {
      if (!(node instanceof HTMLElement) || !node.closest("section[aria-live]")) return;
      const title = node.querySelector("p")?.textContent;
      if (title) said.push({ tone: node.dataset["tone"] ?? "", title });
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) note(node);
    }).observe(document, { childList: true, subtree: true });
  }, MESSAGES_KEY);
}

/** Messages so far. */
export function readMessages(page: Page): Promise<ToastMessage[]> {
  return page.evaluate((name) => Reflect.get(window, name), MESSAGES_KEY);
}

/** An undo that was pressed. */
interface PressedUndo {
  /** All words of its message. */
  readonly words: string;
  /** The title it names. */
  readonly title: string | undefined;
  /** How many messages there were before. */
  readonly before: number;
}

/** Presses the "Undo" of the newest message that has one; null where none has. At once: messages leave by themselves. */
export function pressNewestUndo(page: Page): Promise<PressedUndo | null> {
  return page.evaluate((name) => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>("section[aria-live] button")];
    const button = buttons.findLast(({ textContent }) => textContent?.trim() === "Undo");
    const message = button?.closest("[data-tone]");
    if (!button || !message) return null;
    const pressed = {
      words: message.textContent ?? "",
      title: /“(.*)”/.exec(message.querySelector("p")?.textContent ?? "")?.[1],
      before: Number(Reflect.get(window, name).length),
    };
    button.click();
    return pressed;
  }, MESSAGES_KEY);
}

/** The first message after so many others. */
export async function nextMessage(page: Page, after: number): Promise<ToastMessage> {
  await page.waitForFunction(({ name, n }) => Reflect.get(window, name).length > n, {
    name: MESSAGES_KEY,
    n: after,
  });
  const message = (await readMessages(page))[after];
  if (message === undefined) throw new Error("A message has gone");
  return message;
}

/** Whether the page of the address is on the screen: a click changes the address first, and the page a moment later. */
function isShown(): boolean {
  if (document.querySelector("[aria-busy=true]")) return false;
  const { pathname, search } = location;
  const heading = document.querySelector("h1")?.textContent ?? "";
  const parameters = new URLSearchParams(search);
  // Absent while it is looked for.
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
  // A list without rows may still be that of the project before.
  if (own !== null && own.pathname !== `/p/${pathname.split("/")[2]}/subscriptions`) return false;
  if (!link) return true;
  if (foundFor?.getAttribute("data-found-for") !== (parameters.get("q") ?? "")) return false;
  return link.pathname.startsWith(`/p/${pathname.split("/")[2]}/`);
}

/** Waits until nothing loads; asks again where a page could not be loaded, as a person does. */
export async function waitForIdle(page: Page): Promise<void> {
  const isQuiet = () => page.waitForFunction(isShown);
  await isQuiet();
  const again = page.locator("main").getByRole("button", { name: "Try again" });
  for (let tries = 0; (await again.count()) > 0; tries += 1) {
    if (tries > 5) throw new Error("The page cannot be loaded, however often one tries");
    // It may have come by itself meanwhile.
    await again
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {});
    await isQuiet();
  }
}

/** Closes whatever stands over the page; throws nothing away unasked. */
export async function closeAll(page: Page): Promise<void> {
  const dialogs = page.locator("[role=dialog], [role=alertdialog]");
  for (let tries = 0; ; tries += 1) {
    const before = await dialogs.count();
    if (before === 0) return;
    if (tries > 20) throw new Error("A dialog does not close");
    const discard = page.getByRole("button", { name: "Discard changes" });
    // By the keyboard: a message may lie over it.
    if ((await discard.count()) > 0) await discard.press("Enter");
    else await page.keyboard.press("Escape");
    // It closes, or a question comes.
    await page
      .waitForFunction(
        (open) => document.querySelectorAll("[role=dialog], [role=alertdialog]").length !== open,
        before,
        { timeout: 1_000 },
      )
      .catch(() => {});
  }
}

/** The rows that are drawn, each with its place in the list: both of one moment. */
function readRenderedRows(page: Page): Promise<(readonly [place: number, row: VisibleRow])[]> {
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

/** The rows of the list. */
export async function readRows(page: Page): Promise<VisibleRow[]> {
  return (await readRenderedRows(page)).map(([, row]) => row);
}

/** Rows once they are those of a moment before: a list that one comes back to scrolls to its place first. */
export async function waitForStableRows<Row>(
  read: () => Promise<readonly Row[]>,
  idOf: (row: Row) => number | string,
): Promise<readonly Row[]> {
  const ids = (rows: readonly Row[]) => rows.map(idOf).join();
  let rows = await read();
  for (let checks = 0; checks < 50; checks += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    const now = await read();
    if (ids(now) === ids(rows)) return now;
    rows = now;
  }
  throw new Error("The rows of the list never stand still");
}

/** Every row of the list, also those that are drawn only when one scrolls there. */
export async function readAllRows(page: Page): Promise<VisibleRow[]> {
  const all = new Map<number, VisibleRow>();
  const table = page.locator("main table");
  if ((await table.count()) === 0) return [];
  await page.evaluate(() => window.scrollTo(0, 0));
  for (;;) {
    for (const [place, row] of await readRenderedRows(page)) all.set(place, row);
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

/** Types into the search of the list, key after key, and waits for what is found. */
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

/** A row by its record. */
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

/** Presses the keys of a pair, such as `g s`, and waits for the page. */
export async function goByShortcut(page: Page, keys: keyof typeof SHORTCUT_TARGETS): Promise<void> {
  const [first = "", second = ""] = keys.split(" ");
  await pressPair(page, first, second);
  await expect(page).toHaveURL(SHORTCUT_TARGETS[keys]);
  await waitForIdle(page);
}

/** Goes to an address as Back and Forward do: whatever the page remembers stays. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await waitForIdle(page);
}

/** The page of a record as a person sees it, and the record as the app says that it was served. */
export interface VisibleDetail {
  readonly heading: string;
  readonly number: string;
  readonly state: string;
  readonly raw: string;
}

/** What the page of a record shows, as soon as that is what is expected; in the end, whatever it shows. */
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
    fact("State").innerText(),
    raw.innerText(),
  ]);
  return { heading, number, state, raw: text };
}

/** Dismisses what stands at the edge of the screen. */
export async function dismissMessages(page: Page): Promise<void> {
  const buttons = page.getByRole("button", { name: "Dismiss" });
  // One may leave by itself while it is aimed at.
  while ((await buttons.count()) > 0)
    await buttons
      .last()
      .click({ timeout: 1_000 })
      .catch(() => {});
  await expect(buttons).toHaveCount(0);
}
