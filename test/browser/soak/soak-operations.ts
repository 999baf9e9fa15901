// Operations of the soak. Each starts and ends on a loaded page without overlays.
import type { Locator, Page, Response } from "@playwright/test";
import {
  addMember,
  changeLevel,
  dropClaim,
  type MemberClaim,
  openMembers,
  removeMember,
} from "./soak-members";
import {
  closeAll,
  goByShortcut,
  nextMessage,
  pressNewestUndo,
  readMessages,
  readRows,
  rowById,
  searchFor,
  type VisibleRow,
  waitForIdle,
  waitForStableRows,
} from "./soak-page";

export interface RecordClaim {
  readonly title: string;
  readonly deleted: boolean;
}

export interface Soak {
  readonly page: Page;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /**
   * Last confirmed state of each record, by project and ID. Null after a failed write, because the server may have
   * applied it.
   */
  readonly claims: Map<string, RecordClaim | null>;
  /**
   * Last confirmed state of each member, by project and person. Null after a failed write, because the server may
   * have applied it.
   */
  readonly members: Map<string, MemberClaim | null>;
  readonly counts: Map<string, number>;
}

type Operation = (soak: Soak, step: number) => Promise<void>;

const PROJECTS = ["Demo", "Large", "Empty"] as const;
const SEARCHES = [
  "soak",
  "is:active",
  "to:ana",
  "freq:weekly revenue",
  "nothing has this",
  "wrong:word",
] as const;

function increment({ counts }: Soak, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Returns a random item. Undefined for an empty list. */
export function pick<Item>(random: () => number, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

function claimKey(page: Page, id: number): string {
  return `${/\/p\/(\d+)\//.exec(page.url())?.[1]} ${id}`;
}

/** Opens the list or Trash by shortcut and returns a random row. Undefined without rows. */
async function randomRow({ page, random }: Soak, keys: "g s" | "g b"): Promise<VisibleRow | undefined> {
  await goByShortcut(page, keys);
  return pick(
    random,
    await waitForStableRows(
      page,
      () => readRows(page),
      ({ id }) => id,
    ),
  );
}

/** Submits a form. Returns true if the app confirms the change, and false if the form shows an error. */
async function submitForm(soak: Soak): Promise<boolean> {
  const { page } = soak;
  const before = (await readMessages(page)).length;
  await page.keyboard.press("Control+Enter");
  const settled = page.locator(
    ":root:not(:has(form[data-form-drawer])), form[data-form-drawer] [role=alert]",
  );
  // The app asks for confirmation if an earlier attempt may have created the subscription.
  const again = page.getByRole("button", { name: "Create anyway" });
  await settled.or(again).first().waitFor();
  if ((await again.count()) > 0) {
    await again.click();
    await again.waitFor({ state: "detached" });
    await settled.first().waitFor();
  }
  const isSaved = (await page.locator("form[data-form-drawer]").count()) === 0;
  if (isSaved) await nextMessage(page, before);
  increment(soak, isSaved ? "saved" : "refused in the form");
  await closeAll(page);
  await waitForIdle(page);
  return isSaved;
}

/** Opens a row's form and returns its title field. Retries if the form fails to load. */
async function openForm(page: Page, row: VisibleRow): Promise<Locator> {
  await rowById(page, row.id).locator("a").first().focus();
  await page.keyboard.press("e");
  const title = page.getByRole("dialog").getByLabel("Title");
  const again = page.locator("main").getByRole("button", { name: "Try again" });
  for (let tries = 0; tries <= 5; tries += 1) {
    await title.or(again).first().waitFor();
    if ((await title.count()) > 0) return title;
    await again.click({ timeout: 2_000 }).catch(() => {});
  }
  throw new Error("The form did not open after several tries");
}

/** Waits for the message about a deletion or restoration, and records the outcome. */
async function recordMove(soak: Soak, row: VisibleRow, before: number, deleted: boolean): Promise<void> {
  const { tone } = await nextMessage(soak.page, before);
  const isDone = tone !== "danger";
  soak.claims.set(claimKey(soak.page, row.id), isDone ? { title: row.title, deleted } : null);
  increment(soak, isDone ? "moved" : "move refused");
  await waitForIdle(soak.page);
}

async function moveRecord(soak: Soak, keys: "g s" | "g b", entry: "Delete" | "Restore"): Promise<void> {
  const { page } = soak;
  const row = await randomRow(soak, keys);
  if (!row) return;
  const before = (await readMessages(page)).length;
  // Uses the keyboard. A click could scroll the page, which closes the menu.
  const button = rowById(page, row.id).getByRole("button", { name: /^Actions for/ });
  await button.focus();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await button.press("Enter");
  await page.getByRole("menuitem", { name: entry }).press("Enter");
  await recordMove(soak, row, before, entry === "Delete");
}

async function moveFromDetail(soak: Soak, keys: "g s" | "g b", button: "Delete" | "Restore"): Promise<void> {
  const { page } = soak;
  const row = await randomRow(soak, keys);
  if (!row) return;
  await rowById(page, row.id).locator("a").first().click();
  await waitForIdle(page);
  const before = (await readMessages(page)).length;
  if (button === "Delete")
    await page.getByRole("main").getByRole("button", { name: "More", exact: true }).press("Enter");
  await page
    .getByRole(button === "Delete" ? "menuitem" : "button", { name: button, exact: true })
    .press("Enter");
  await recordMove(soak, row, before, button === "Delete");
}

function isCreation(answer: Response): boolean {
  return answer.request().method() === "POST" && answer.status() === 201;
}

async function openPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search pages, actions, and items" }).fill(text);
}

/** All operations by name. `share` is the relative frequency. */
export const OPERATIONS: Readonly<Record<string, { readonly share: number; readonly run: Operation }>> = {
  list: { share: 14, run: ({ page }) => goByShortcut(page, "g s") },
  trash: { share: 12, run: ({ page }) => goByShortcut(page, "g b") },
  settings: { share: 16, run: ({ page }) => goByShortcut(page, "g ,") },
  view: {
    share: 5,
    async run({ page, random }) {
      await goByShortcut(page, random() < 0.5 ? "g s" : "g b");
      const views = page.getByRole("navigation", { name: "Views" }).getByRole("link");
      await views.nth(random() < 0.5 ? 0 : 1).click();
      await waitForIdle(page);
    },
  },
  connect: {
    share: 4,
    async run({ page }) {
      await openPalette(page, "connect to");
      await page.keyboard.press("Enter");
      await page.getByLabel("Server address").waitFor();
    },
  },
  palette: {
    share: 5,
    async run({ page }) {
      await openPalette(page, "sch");
      await page.keyboard.press("ArrowDown");
      await closeAll(page);
    },
  },
  shortcuts: {
    share: 2,
    async run({ page }) {
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await closeAll(page);
    },
  },
  colorScheme: {
    share: 14,
    run: ({ page }) => page.getByRole("button", { name: /^Color scheme: / }).click(),
  },
  detailAndBack: {
    share: 10,
    async run(soak) {
      const { page, random } = soak;
      const row = await randomRow(soak, random() < 0.7 ? "g s" : "g b");
      if (!row) return;
      await rowById(page, row.id).locator("a").first().click();
      await waitForIdle(page);
      if (random() < 0.5) {
        await page.evaluate(() =>
          new Promise((resolve) => {
            addEventListener("popstate", resolve, { once: true });
            history.back();
          }).then(() => undefined),
        );
      }
      await waitForIdle(page);
    },
  },
  project: {
    share: 5,
    async run({ page, random }) {
      const name = pick(random, PROJECTS) ?? "Demo";
      await goByShortcut(page, "g s");
      await page.getByRole("button", { name: /^Project: / }).click();
      await page.getByRole("list", { name: "Projects" }).getByRole("link", { name }).click();
      await waitForIdle(page);
    },
  },
  search: {
    share: 5,
    async run(soak) {
      const { page, random } = soak;
      await goByShortcut(page, random() < 0.7 ? "g s" : "g b");
      if ((await readRows(page)).length === 0) return;
      await searchFor(page, pick(random, SEARCHES) ?? "");
      increment(soak, "searched");
      await searchFor(page, "");
      // Leaves the search field. Otherwise, the next shortcut would be typed into it.
      await page.keyboard.press("Tab");
    },
  },
  sort: {
    share: 3,
    async run(soak) {
      const { page, random } = soak;
      await goByShortcut(page, random() < 0.7 ? "g s" : "g b");
      if ((await readRows(page)).length === 0) return;
      const name = pick(random, ["Title", "Schedule", "State"]) ?? "Title";
      // Uses the keyboard, because a notification may cover the button.
      await page.getByRole("columnheader", { name }).getByRole("button").first().press("Enter");
      await page.getByRole("columnheader", { name }).and(page.locator("[aria-sort=ascending]")).waitFor();
      increment(soak, "sorted");
      await waitForIdle(page);
    },
  },
  openNew: {
    share: 6,
    async run({ page, random }) {
      await goByShortcut(page, "g s");
      await page.keyboard.press("c");
      const title = page.getByRole("dialog").getByLabel("Title");
      await title.waitFor();
      if (random() < 0.5) await title.fill("Never sent");
      await closeAll(page);
    },
  },
  openEdit: {
    share: 5,
    async run(soak) {
      const { page } = soak;
      const row = await randomRow(soak, "g s");
      if (!row) return;
      await openForm(page, row);
      await closeAll(page);
      await waitForIdle(page);
    },
  },
  create: {
    share: 7,
    async run(soak, step) {
      const { page } = soak;
      await goByShortcut(page, "g s");
      await page.keyboard.press("c");
      const form = page.getByRole("dialog");
      await form.getByRole("combobox", { name: "Dashboard name" }).fill("201");
      await form.getByRole("combobox", { name: "Recipients" }).fill("ana@example.com");
      // Focuses the field explicitly, because the drawer may have moved focus.
      await form.getByRole("combobox", { name: "Recipients" }).press("Enter");
      const title = `Soak ${step}, new`;
      await form.getByLabel("Title").fill(title);
      const answer = page.waitForResponse(isCreation).catch(() => null);
      // If the creation failed, only the lists show whether the server has applied it.
      if (!(await submitForm(soak))) return;
      const created = await answer;
      if (created === null) throw new Error("The app reports a success, but no POST returned 201");
      const { id } = await created.json();
      soak.claims.set(claimKey(page, id), { title, deleted: false });
    },
  },
  edit: {
    share: 10,
    async run(soak, step) {
      const { page } = soak;
      const row = await randomRow(soak, "g s");
      if (!row) return;
      const field = await openForm(page, row);
      const title = `Soak ${step}, changed`;
      await field.fill(title);
      const key = claimKey(page, row.id);
      soak.claims.set(key, (await submitForm(soak)) ? { title, deleted: false } : null);
    },
  },
  members: { share: 5, run: openMembers },
  addMember: { share: 5, run: addMember },
  changeLevel: { share: 8, run: changeLevel },
  removeMember: { share: 5, run: removeMember },
  remove: { share: 6, run: (soak) => moveRecord(soak, "g s", "Delete") },
  restore: { share: 5, run: (soak) => moveRecord(soak, "g b", "Restore") },
  removeFromDetail: { share: 3, run: (soak) => moveFromDetail(soak, "g s", "Delete") },
  restoreFromDetail: { share: 3, run: (soak) => moveFromDetail(soak, "g b", "Restore") },
  undo: {
    share: 8,
    async run(soak) {
      const { page, claims } = soak;
      const pressed = await pressNewestUndo(page);
      if (pressed === null) return;
      dropClaim(soak, pressed.text);
      // The message identifies the record only by its title.
      for (const [key, claim] of claims) if (claim?.title === pressed.title) claims.set(key, null);
      const { tone } = await nextMessage(page, pressed.before);
      increment(soak, tone === "danger" ? "undo refused" : "undone");
      await waitForIdle(page);
    },
  },
};
