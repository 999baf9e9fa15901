// Whether what the page shows is what the server has.
import type { Page } from "@playwright/test";
import type { Emulator } from "./backends.mjs";
import { expect } from "./fixtures";
import type { Soak } from "./soak-operations";
import { detailOf, go, rowsOf, type ShownRow, settle, visit } from "./soak-page";

interface Served {
  readonly id: number;
  readonly title: string | null;
  readonly deleted: boolean;
  readonly next_delivery_date: string | null;
}

async function served<Body>(emulator: Emulator, path: string): Promise<Body> {
  const answer = await fetch(`${emulator.url}/api/environments/${path}`, {
    headers: { Authorization: `Bearer ${emulator.key}` },
  });
  expect(answer.ok, path).toBe(true);
  return answer.json();
}

const AN_HOUR = 3_600_000;

function stateOf({ deleted, next_delivery_date: next }: Served): string {
  if (deleted) return "Deleted";
  if (next === null) return "Ended";
  return Date.now() - Date.parse(next) > AN_HOUR ? "Overdue" : "Active";
}

/** The title to show; a record without one has one made of its contents, which is taken as it is shown. */
function titleOf({ title }: Served, shown: string | undefined): string {
  return title?.trim() || (shown ?? "");
}

/** The row that a served record must be shown as. */
function rowFor(record: Served, shown: ShownRow | undefined): ShownRow {
  return { id: record.id, title: titleOf(record, shown?.title), state: stateOf(record) };
}

const PAGE_SIZE = 50;
/** Of a large project these many pages are compared. */
const MOST_PAGES = 3;

/** Compares the pages of a list with what the server says. */
export async function compareList(page: Page, emulator: Emulator, project: number, keys: "g s" | "g b") {
  await go(page, keys);
  for (let number = 0; number < MOST_PAGES; number += 1) {
    const query = `limit=${PAGE_SIZE}&offset=${number * PAGE_SIZE}${keys === "g b" ? "&deleted=true" : ""}`;
    const list = await served<{ count: number; results: Served[] }>(
      emulator,
      `${project}/subscriptions/?${query}`,
    );
    const shown = await rowsOf(page);
    expect(shown).toEqual(list.results.map((record, place) => rowFor(record, shown[place])));
    if (list.count <= (number + 1) * PAGE_SIZE) break;
    await page.getByRole("button", { name: "Next page" }).click();
    await settle(page);
  }
}

/**
 * Every record that was touched, also by a write that failed: its page shows what the server has, to the last field;
 * and what the app has said to be done stands on the server. Gives how many were compared.
 */
export async function compareTouched({ page, claims }: Soak, emulator: Emulator): Promise<number> {
  for (const [key, claim] of claims) {
    const [project, id] = key.split(" ");
    const record = await served<Served>(emulator, `${project}/subscriptions/${id}/`);
    if (claim !== null) {
      expect({ key, title: titleOf(record, claim.title), deleted: record.deleted }).toEqual({
        key,
        ...claim,
      });
    }
    await visit(page, `/p/${project}/subscriptions/${id}`);
    const shown = await detailOf(page, JSON.stringify(record, null, 2));
    expect({ ...shown, raw: JSON.parse(shown.raw) }, key).toEqual({
      heading: titleOf(record, shown.heading),
      number: String(record.id),
      state: stateOf(record),
      raw: record,
    });
  }
  return claims.size;
}
