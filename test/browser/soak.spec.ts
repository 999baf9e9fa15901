import type { CDPSession, Page } from "@playwright/test";
import type { Emulator } from "./backends.mjs";
import { expect, test } from "./fixtures";
import { OPERATIONS, pick, type Soak } from "./soak-operations";
import { closeAll, dismissMessages, go, keepMessages, rowsOf, type ShownRow, settle } from "./soak-page";

const SEED = 20_261_121;
const OPERATIONS_IN_ALL = 500;
/** By then every page's code is loaded, and what a first visit makes once is made. */
const WARMED_UP_AFTER = 50;
const FAULT_SHARE = 0.25;
const MOST_THROTTLED = 2;

interface Fault {
  readonly endpoint: string;
  readonly kind: string;
  readonly times: number;
  readonly status?: number;
  readonly latencyMs?: number;
  readonly latencyMaxMs?: number;
}

const WRITES = ["subscriptions.create", "subscriptions.update"];
const READS = ["subscriptions.list", "subscriptions.get"];
const THROTTLED: readonly Fault[] = [...WRITES, "subscriptions.list"].map((endpoint) => ({
  endpoint,
  kind: "status",
  status: 429,
  times: 1,
}));
const FAULTS: readonly Fault[] = [
  ...[...WRITES, ...READS].flatMap((endpoint): Fault[] => [
    { endpoint, kind: "status", status: 500, times: 1 },
    { endpoint, kind: "malformed", times: 1 },
    // Twice: a browser sends a request again by itself when a connection breaks that it has used before.
    { endpoint, kind: "network", times: 2 },
    { endpoint, kind: "lost-answer", times: 2 },
  ]),
  { endpoint: "*", kind: "latency", latencyMs: 50, latencyMaxMs: 200, times: 1 },
  { endpoint: "subscriptions.update", kind: "latency", latencyMs: 50, latencyMaxMs: 200, times: 1 },
];

/** Mulberry32: the same dice in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function nextOperation(random: () => number): string {
  const names = Object.entries(OPERATIONS).flatMap(([name, { share }]) => Array<string>(share).fill(name));
  return pick(random, names) ?? "list";
}

async function setFaults(emulator: Emulator, faults: readonly Fault[]): Promise<void> {
  const answer = await fetch(`${emulator.url}/__emulator/faults`, {
    method: "POST",
    body: JSON.stringify(faults),
  });
  expect(answer.ok).toBe(true);
}

interface Held {
  readonly listeners: number;
  /** Nodes that stand on the page. */
  readonly attached: number;
  /** Nodes that are alive, but stand in no document. */
  readonly detached: number;
}

/** What the page holds on the list of the demo project, after everything that may go has gone. */
async function heldBy(page: Page, devtools: CDPSession): Promise<Held> {
  await openProject(page, "Demo");
  await dismissMessages(page);
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const attached = await page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let nodes = 1;
    while (walker.nextNode()) nodes += 1;
    return nodes;
  });
  return { listeners: value("JSEventListeners"), attached, detached: value("Nodes") - attached };
}

async function openProject(page: Page, name: string): Promise<void> {
  await go(page, "g s");
  await page.getByRole("button", { name: /^Project: / }).click();
  await page.getByRole("list", { name: "Projects" }).getByRole("link", { name }).click();
  await settle(page);
}

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

/** The row that a served record must be shown as; a record without title has one made of its contents. */
function rowFor(record: Served, shown: ShownRow | undefined): ShownRow {
  const { id, title, deleted, next_delivery_date: next } = record;
  const planned = next !== null && Date.now() - Date.parse(next) > AN_HOUR ? "Overdue" : "Active";
  const state = deleted ? "Deleted" : next === null ? "Ended" : planned;
  return { id, title: title?.trim() || (shown?.title ?? ""), state };
}

const PAGE_SIZE = 50;
/** Of a large project these many pages are compared. */
const MOST_PAGES = 3;

/** Compares the pages of a list with what the server says. */
async function compareList(page: Page, emulator: Emulator, project: number, keys: "g s" | "g b") {
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

/** Listeners at the end; one that stays with each operation would be far above. */
function mostListeners(before: Held): number {
  return before.listeners * 1.2 + 50;
}

/**
 * Up to two pages' worth above the start. Detached nodes swing by hundreds between measurements; what holds them has
 * not been traced (React's copy of the page before is the guess), so a slow leak of nodes could hide below this.
 */
function mostDetached(before: Held): number {
  return before.detached + 2 * before.attached;
}

/** Whatever the app has said to be done stands on the server. */
async function expectClaims({ claims }: Soak, emulator: Emulator): Promise<void> {
  const known = [...claims].flatMap(([key, claim]) => (claim === null ? [] : [{ key, claim }]));
  expect(known.length).toBeGreaterThan(20);
  for (const { key, claim } of known) {
    const [project, id] = key.split(" ");
    const { title, deleted } = await served<Served>(emulator, `${project}/subscriptions/${id}/`);
    expect({ key, title: title?.trim() || claim.title, deleted }).toEqual({ key, ...claim });
  }
}

test("500 mixed operations leave nothing behind, and client and server agree @live", async ({
  page,
  emulator,
  expectComplaint,
}) => {
  // About three minutes on two idle cores.
  test.setTimeout(600_000);
  if (emulator === null) throw new Error("Only where there is a backend over HTTP");
  expectComplaint(/Failed to load resource/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const random = dice(SEED);
  const soak: Soak = { page, random, claims: new Map(), tally: new Map() };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  page.setDefaultTimeout(15_000);
  await keepMessages(page);
  await page.goto("/p/1/subscriptions");
  await settle(page);

  const started = Date.now();
  let before: Held | null = null;
  let throttled = 0;
  for (let place = 0; place < OPERATIONS_IN_ALL; place += 1) {
    if (place === WARMED_UP_AFTER) before = await heldBy(page, devtools);
    const name = nextOperation(random);
    if (random() < FAULT_SHARE) {
      const fault =
        throttled < MOST_THROTTLED && random() < 0.05 ? pick(random, THROTTLED) : pick(random, FAULTS);
      if (fault?.status === 429) throttled += 1;
      await setFaults(emulator, fault ? [fault] : []);
    }
    try {
      await OPERATIONS[name]?.run(soak, place);
    } catch (error) {
      throw new Error(`Operation ${place}, ${name}, failed at ${page.url()}`, { cause: error });
    }
  }
  const seconds = (Date.now() - started) / 1000;
  await setFaults(emulator, []);
  await closeAll(page);

  const after = await heldBy(page, devtools);
  const figures = { seconds, before, after, ...Object.fromEntries(soak.tally) };
  process.stdout.write(`  soak: ${JSON.stringify(figures)}\n`);
  expect(before).not.toBeNull();
  if (before === null) return;
  expect(after.listeners, JSON.stringify(figures)).toBeLessThanOrEqual(mostListeners(before));
  expect(after.detached, JSON.stringify(figures)).toBeLessThanOrEqual(mostDetached(before));

  await expectClaims(soak, emulator);
  for (const [project, name] of ["Demo", "Large", "Empty"].entries()) {
    await openProject(page, name);
    await compareList(page, emulator, project + 1, "g s");
    await compareList(page, emulator, project + 1, "g b");
  }
});
