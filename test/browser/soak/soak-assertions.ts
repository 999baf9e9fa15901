// Whether what the page shows is what the server has.
import { isDeepStrictEqual } from "node:util";
import type { Page } from "@playwright/test";
import type { Emulator } from "../support/backends.mjs";
import { expect } from "../support/fixtures";
import type { Soak } from "./soak-operations";
import { allRowsOf, detailOf, go, type ShownRow, visit } from "./soak-page";

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

const PAGE_SIZE = 100;

/** The first records of a list as they are served, in pages. */
async function servedList(
  emulator: Emulator,
  path: string,
  most: number,
): Promise<{ readonly count: number; readonly records: readonly Served[] }> {
  const records: Served[] = [];
  for (;;) {
    const query = `limit=${Math.min(PAGE_SIZE, most - records.length)}&offset=${records.length}`;
    const page = await served<{ count: number; results: Served[] }>(emulator, `${path}&${query}`);
    records.push(...page.results);
    if (records.length >= Math.min(most, page.count)) return { count: page.count, records };
  }
}

/** Above so many the app asks before it loads the rest. */
const ASK_ABOVE = 20_000;

/** Compares every row of a list, and of a large one those that are loaded unasked, with what the server says. */
export async function compareList(page: Page, emulator: Emulator, project: number, keys: "g s" | "g b") {
  await go(page, keys);
  const shown = await allRowsOf(page);
  const path = `${project}/subscriptions/?${keys === "g b" ? "deleted=true" : "deleted=false"}`;
  const { count, records } = await servedList(emulator, path, Math.max(shown.length, 1));
  if (count <= ASK_ABOVE) expect(shown.length, `rows of ${path}`).toBe(count);
  // Some may have been deleted since.
  else expect(shown.length).toBeGreaterThan(PAGE_SIZE / 2);
  expect(shown).toEqual(records.slice(0, shown.length).map((record, place) => rowFor(record, shown[place])));
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
    const raw: unknown = JSON.parse(shown.raw);
    // The moment of its next delivery may have passed between the two readings: then it is held against a third.
    const isLater = !isDeepStrictEqual(raw, record);
    const now = isLater ? await served<Served>(emulator, `${project}/subscriptions/${id}/`) : record;
    expect({ ...shown, raw }, key).toEqual({
      heading: titleOf(now, shown.heading),
      number: String(now.id),
      state: stateOf(now),
      raw: now,
    });
  }
  return claims.size;
}
