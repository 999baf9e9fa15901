// Whether what the page shows is what the server has.
import { isDeepStrictEqual } from "node:util";
import type { Page } from "@playwright/test";
import type { Emulator } from "../support/backends.mjs";
import { expect } from "../support/fixtures";
import type { Soak } from "./soak-operations";
import { goByShortcut, openPath, readAllRows, readDetail, type VisibleRow } from "./soak-page";

interface ServerRecord {
  readonly id: number;
  readonly title: string | null;
  readonly deleted: boolean;
  readonly next_delivery_date: string | null;
}

async function fetchRecord<Body>(emulator: Emulator, path: string): Promise<Body> {
  const answer = await fetch(`${emulator.url}/api/environments/${path}`, {
    headers: { Authorization: `Bearer ${emulator.key}` },
  });
  expect(answer.ok, path).toBe(true);
  return answer.json();
}

const HOUR_MS = 3_600_000;

function expectedState({ deleted, next_delivery_date: next }: ServerRecord): string {
  if (deleted) return "Deleted";
  if (next === null) return "Ended";
  return Date.now() - Date.parse(next) > HOUR_MS ? "Overdue" : "Active";
}

/** The title to show; a record without one has one made of its contents, which is taken as it is shown. */
function expectedTitle({ title }: ServerRecord, shown: string | undefined): string {
  return title?.trim() || (shown ?? "");
}

/** The row that a served record must be shown as. */
function expectedRow(record: ServerRecord, shown: VisibleRow | undefined): VisibleRow {
  return { id: record.id, title: expectedTitle(record, shown?.title), state: expectedState(record) };
}

const PAGE_SIZE = 100;

/** The first records of a list as they are served, in pages. */
async function fetchList(
  emulator: Emulator,
  path: string,
  most: number,
): Promise<{ readonly count: number; readonly records: readonly ServerRecord[] }> {
  const records: ServerRecord[] = [];
  for (;;) {
    const query = `limit=${Math.min(PAGE_SIZE, most - records.length)}&offset=${records.length}`;
    const page = await fetchRecord<{ count: number; results: ServerRecord[] }>(emulator, `${path}&${query}`);
    records.push(...page.results);
    if (records.length >= Math.min(most, page.count)) return { count: page.count, records };
  }
}

/** Above so many the app asks before it loads the rest. */
const CONFIRM_ABOVE = 20_000;

/** Compares every row of a list, and of a large one those that are loaded unasked, with what the server says. */
export async function expectListMatchesServer(
  page: Page,
  emulator: Emulator,
  project: number,
  keys: "g s" | "g b",
) {
  await goByShortcut(page, keys);
  const shown = await readAllRows(page);
  const path = `${project}/subscriptions/?${keys === "g b" ? "deleted=true" : "deleted=false"}`;
  const { count, records } = await fetchList(emulator, path, Math.max(shown.length, 1));
  if (count <= CONFIRM_ABOVE) expect(shown.length, `rows of ${path}`).toBe(count);
  // Some may have been deleted since.
  else expect(shown.length).toBeGreaterThan(PAGE_SIZE / 2);
  expect(shown).toEqual(
    records.slice(0, shown.length).map((record, place) => expectedRow(record, shown[place])),
  );
}

/**
 * Every record that was touched, also by a write that failed: its page shows what the server has, to the last field;
 * and what the app has said to be done stands on the server. Gives how many were compared.
 */
export async function expectTouchedMatchServer({ page, claims }: Soak, emulator: Emulator): Promise<number> {
  for (const [key, claim] of claims) {
    const [project, id] = key.split(" ");
    const record = await fetchRecord<ServerRecord>(emulator, `${project}/subscriptions/${id}/`);
    if (claim !== null) {
      expect({ key, title: expectedTitle(record, claim.title), deleted: record.deleted }).toEqual({
        key,
        ...claim,
      });
    }
    await openPath(page, `/p/${project}/subscriptions/${id}`);
    const shown = await readDetail(page, JSON.stringify(record, null, 2));
    const raw: unknown = JSON.parse(shown.raw);
    // The moment of its next delivery may have passed between the two readings: then it is held against a third.
    const isLater = !isDeepStrictEqual(raw, record);
    const now = isLater
      ? await fetchRecord<ServerRecord>(emulator, `${project}/subscriptions/${id}/`)
      : record;
    expect({ ...shown, raw }, key).toEqual({
      heading: expectedTitle(now, shown.heading),
      number: String(now.id),
      state: expectedState(now),
      raw: now,
    });
  }
  return claims.size;
}
