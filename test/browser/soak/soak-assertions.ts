import { isDeepStrictEqual } from "node:util";
import type { Page } from "@playwright/test";
import { type Emulator, readServerTime } from "../support/backends.mjs";
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

/** Returns the state that the list shows. Empty for active records. */
function expectedState({ deleted, next_delivery_date: next }: ServerRecord, now: number): string {
  if (deleted) return "Deleted";
  if (next === null) return "Ended";
  return now - Date.parse(next) > HOUR_MS ? "Overdue" : "";
}

/** Returns the expected title. For a record without a title, accepts the generated title on the page. */
function expectedTitle({ title }: ServerRecord, shown: string | undefined): string {
  return title?.trim() || (shown ?? "");
}

function expectedRow(record: ServerRecord, shown: VisibleRow | undefined, now: number): VisibleRow {
  return { id: record.id, title: expectedTitle(record, shown?.title), state: expectedState(record, now) };
}

const PAGE_SIZE = 100;

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

/** Above this number of records, the app asks before it loads the rest. */
const CONFIRM_ABOVE = 20_000;

/** Compares every row of a list with the server. For a large list, compares the rows that load automatically. */
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
  // Some records of the first page may have been deleted.
  else expect(shown.length).toBeGreaterThan(PAGE_SIZE / 2);
  const serverTime = await readServerTime(emulator);
  expect(shown).toEqual(
    records.slice(0, shown.length).map((record, index) => expectedRow(record, shown[index], serverTime)),
  );
}

/**
 * Compares every changed record with the server, including records with failed writes. The record's page must show
 * all fields. The server must have every change that the app has confirmed. Returns the number of records.
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
    // The next delivery may have been sent between the two reads. A third read then decides.
    const isLater = !isDeepStrictEqual(raw, record);
    const now = isLater
      ? await fetchRecord<ServerRecord>(emulator, `${project}/subscriptions/${id}/`)
      : record;
    expect({ ...shown, raw }, key).toEqual({
      heading: expectedTitle(now, shown.heading),
      number: String(now.id),
      // The record's page shows every state. The list shows no state for active subscriptions.
      state: expectedState(now, await readServerTime(emulator)) || "Active",
      raw: now,
    });
  }
  return claims.size;
}
