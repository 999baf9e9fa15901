// Member operations of the soak, and the final comparison with the server.

import type { Locator, Page } from "@playwright/test";
import type { Emulator } from "../support/backends.mjs";
import { expect } from "../support/fixtures";
import type { Soak } from "./soak-operations";
import {
  closeAll,
  nextMessage,
  openPath,
  readMessages,
  readWhileScrolling,
  waitForIdle,
  waitForStableRows,
} from "./soak-page";

/** Last state of a member that the app has confirmed. `level` is null for someone who isn't a member. */
export interface MemberClaim {
  readonly name: string;
  readonly level: string | null;
}

interface ShownMember {
  readonly uuid: string;
  readonly name: string;
  readonly level: string;
}

interface ServedMember {
  readonly level: number;
  readonly user: { readonly uuid: string };
}

const LEVELS: Readonly<Record<number, string>> = { 0: "No access", 1: "Member", 8: "Administrator" };

/**
 * People in the organization. Initially, the empty project has none of them as members, the demo
 * project has the first three, and the large project has all except the last one.
 */
const PEOPLE = [
  "d917952e-1b5f-49a0-9838-e9fe14db8a29",
  "ab5f974b-97d9-4404-a612-a23f3c832ec6",
  "dbe21860-2d87-4698-8aab-f03393a49229",
  "6e53fc28-bdcb-4bdc-8af9-90016581adcc",
  "79a0d22a-e4bd-4d8d-815a-89bfb462fb6c",
  "cfd52459-4c1d-4cb2-abcb-aed2fb01f12c",
  "174d1f7d-832a-42ea-80c8-ade218529b05",
  "fc2b70b4-b39a-45e1-984d-be97fccc03db",
] as const;

function projectOf(page: Page): string {
  return /\/p\/(\d+)\//.exec(page.url())?.[1] ?? "1";
}

const memberListUrl = (project: number | string) => `/p/${project}/members`;

function readMemberRows(page: Page): Promise<ShownMember[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("tbody a[data-row-focus]")].map((link) => ({
      uuid: /\/members\/([^/?]+)/.exec(link.href)?.[1] ?? "",
      name: link.querySelector("span")?.textContent ?? "",
      level: link.closest("tr")?.querySelector("[data-label=Explicit] button")?.textContent ?? "",
    })),
  );
}

function memberRow(page: Page, { uuid }: ShownMember): Locator {
  return page.locator("tbody tr").filter({ has: page.locator(`a[href*="/members/${uuid}"]`) });
}

/**
 * Opens the members page of the project in the URL. Without a project in the URL, opens project 1.
 */
export function openMembers({ page }: Soak): Promise<void> {
  return openPath(page, memberListUrl(projectOf(page)));
}

async function randomRow(soak: Soak): Promise<ShownMember | undefined> {
  await openMembers(soak);
  const { page, random } = soak;
  const rows = await waitForStableRows(
    page,
    () => readMemberRows(page),
    ({ uuid }) => uuid,
  );
  return rows[Math.floor(random() * rows.length)];
}

/** Opens a menu by keyboard. A click could scroll the page, which closes the menu. */
async function openMenu(page: Page, button: Locator): Promise<void> {
  await button.focus();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await button.press("Enter");
  await page.getByRole("menu").waitFor();
}

/** Returns the menu item if it is enabled. Otherwise, closes the menu and returns null. */
async function menuItem(page: Page, name: RegExp): Promise<Locator | null> {
  const entry = page.getByRole("menuitem", { name }).and(page.locator(":not([aria-disabled=true])"));
  if ((await entry.count()) > 0) return entry.first();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  return null;
}

/**
 * Opens a menu and selects an item. Returns the item's text, or null if it is disabled. Retries, because redrawing
 * the list closes a menu that has just opened.
 */
async function chooseEntry(page: Page, button: Locator, name: RegExp): Promise<string | null> {
  const chosen: string[] = [];
  await expect(async () => {
    if ((await page.getByRole("menu").count()) === 0) await openMenu(page, button);
    const entry = await menuItem(page, name);
    if (entry === null) return;
    const text = await entry.textContent({ timeout: 2_000 });
    await entry.press("Enter", { timeout: 2_000 });
    chosen.push(text ?? "");
  }).toPass({ timeout: 15_000 });
  return chosen[0] ?? null;
}

function recordClaim(soak: Soak, uuid: string, claimed: MemberClaim | null, what: string): void {
  soak.members.set(`${projectOf(soak.page)} ${uuid}`, claimed);
  soak.counts.set(what, (soak.counts.get(what) ?? 0) + 1);
}

export async function changeLevel(soak: Soak): Promise<void> {
  const { page } = soak;
  const row = await randomRow(soak);
  if (row === undefined) return;
  const before = (await readMessages(page)).length;
  const button = memberRow(page, row).getByRole("button", { name: /^Level of / });
  const level = await chooseEntry(page, button, /^(Member|Administrator)$/);
  if (level === null) return;
  const isDone = (await nextMessage(page, before)).tone !== "danger";
  recordClaim(
    soak,
    row.uuid,
    isDone ? { name: row.name, level } : null,
    isDone ? "level set" : "level refused",
  );
  await waitForIdle(page);
}

export async function removeMember(soak: Soak): Promise<void> {
  const { page } = soak;
  const row = await randomRow(soak);
  if (row === undefined) return;
  const button = memberRow(page, row).getByRole("button", { name: /^Actions for/ });
  if ((await chooseEntry(page, button, /^Remove…$/)) === null) return;
  const question = page.getByRole("dialog");
  await question.waitFor();
  // Never removes the API key's owner. Otherwise, the soak couldn't change members anymore.
  if ((await question.getByText("Remove your own membership?").count()) > 0) return closeAll(page);
  const before = (await readMessages(page)).length;
  await question.getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await page.waitForFunction(() => {
    const dialog = document.querySelector("[role=dialog]");
    return dialog === null || dialog.querySelector("[role=alert]") !== null;
  });
  const isDone = (await page.getByRole("dialog").count()) === 0;
  if (isDone) await nextMessage(page, before);
  recordClaim(
    soak,
    row.uuid,
    isDone ? { name: row.name, level: null } : null,
    isDone ? "removed" : "not removed",
  );
  await closeAll(page);
  await waitForIdle(page);
}

export async function addMember(soak: Soak): Promise<void> {
  const { page, random } = soak;
  const uuid = PEOPLE[Math.floor(random() * PEOPLE.length)] ?? "";
  await openPath(page, `${memberListUrl(projectOf(page))}/new`);
  const people = page.getByRole("dialog").getByRole("combobox", { name: "People" });
  await people.fill(uuid);
  await people.press("Enter");
  const before = (await readMessages(page)).length;
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction(() => {
    const form = document.querySelector("form[data-form-drawer]");
    return form === null || form.querySelector("[role=alert], [aria-invalid=true]") !== null;
  });
  const isDone = (await page.locator("form[data-form-drawer]").count()) === 0;
  const name = isDone ? (await nextMessage(page, before)).title.replace(/^Added /, "") : "";
  recordClaim(soak, uuid, isDone ? { name, level: "Member" } : null, isDone ? "added" : "not added");
  await closeAll(page);
  await waitForIdle(page);
}

/** Drops a member's state, which is unknown after an undo. */
export function dropClaim({ members }: Soak, message: string): void {
  for (const [key, claimed] of members)
    if (claimed !== null && message.includes(claimed.name)) members.set(key, null);
}

/** Opens each part of the page that creates permanent elements on first use. */
export async function openMembersOnce(page: Page): Promise<void> {
  const project = projectOf(page);
  await openPath(page, memberListUrl(project));
  await openMenu(page, page.getByRole("button", { name: /^Level of / }).first());
  await page.keyboard.press("Escape");
  await openPath(page, `${memberListUrl(project)}/new`);
  await page.getByRole("dialog").waitFor();
  await closeAll(page);
}

/** Returns every member in the list, including rows that are drawn only after scrolling. */
async function readAllRows(page: Page): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  await readWhileScrolling(page, async () => {
    for (const { uuid, level } of await readMemberRows(page)) all.set(uuid, level);
  });
  return all;
}

/** Compares the list with the server and the confirmed changes. Returns the number of changed members. */
export async function expectMembersMatchServer(
  { page, members }: Soak,
  emulator: Emulator,
  project: number,
): Promise<number> {
  const answer = await fetch(`${emulator.url}/api/environments/${project}/explicit_members/`, {
    headers: { Authorization: `Bearer ${emulator.key}` },
  });
  const rows: readonly ServedMember[] = await answer.json();
  const served = new Map(rows.map(({ user, level }) => [user.uuid, LEVELS[level] ?? String(level)]));
  await openPath(page, memberListUrl(project));
  const sorted = (all: ReadonlyMap<string, string>) =>
    [...all].sort(([one], [other]) => (one < other ? -1 : 1));
  // Repeated, because the list may still change while it is read.
  await expect(async () =>
    expect(sorted(await readAllRows(page)), `members of project ${project}`).toEqual(sorted(served)),
  ).toPass({ timeout: 20_000 });
  const touched = [...members].filter(([key]) => key.startsWith(`${project} `));
  for (const [key, claimed] of touched) {
    if (claimed === null) continue;
    const now = served.get(key.split(" ")[1] ?? "") ?? null;
    expect({ key, level: now }).toEqual({ key, level: claimed.level });
  }
  return touched.length;
}
