import type { CDPSession, Page } from "@playwright/test";
import { drawSample } from "../../sample.mjs";
import { setFaults } from "../support/emulator-controls";
import { expect, test } from "../support/fixtures";
import { expectListMatchesServer, expectTouchedMatchServer } from "./soak-assertions";
import { type DomCounts, findLeaks, readDomCounts } from "./soak-dom-counts";
import { findRetainerPaths } from "./soak-leak-paths";
import { expectMembersMatchServer, openMembersOnce } from "./soak-members";
import { OPERATIONS, pick, type Soak } from "./soak-operations";
import { closeAll, dismissMessages, goByShortcut, recordMessages, waitForIdle } from "./soak-page";

// A trace reads all attributes of all elements at each step. It would create 4,800 nodes, one per attribute, that
// don't belong to the app.
test.use({ trace: "off" });

const { isWhole } = drawSample();
const SEED = 20_261_121;
/**
 * A sample is too short to distinguish a leak from objects that are created once, so it only compares client and
 * server.
 */
const OPERATION_COUNT = isWhole ? 500 : 60;
const LEAST_TOUCHED = isWhole ? { records: 60, members: 20 } : { records: 5, members: 1 };
/**
 * Number of operations between two counts. It is high enough that every page's code has loaded, and
 * most one-time objects exist, before the first count.
 */
const COUNT_INTERVAL = 50;
const FAULT_SHARE = 0.25;
const MAX_THROTTLED = 2;

interface Fault {
  readonly endpoint: string;
  readonly kind: string;
  readonly times: number;
  readonly status?: number;
  readonly latencyMs?: number;
  readonly latencyMaxMs?: number;
}

const WRITES = [
  "subscriptions.create",
  "subscriptions.update",
  "members.create",
  "members.update",
  "members.delete",
];
const READS = ["subscriptions.list", "subscriptions.get", "members.list", "members.get"];
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
    // Applied twice, because a browser repeats a request when a reused connection breaks.
    { endpoint, kind: "network", times: 2 },
    { endpoint, kind: "lost-answer", times: 2 },
  ]),
  { endpoint: "*", kind: "latency", latencyMs: 50, latencyMaxMs: 200, times: 1 },
  { endpoint: "subscriptions.update", kind: "latency", latencyMs: 50, latencyMaxMs: 200, times: 1 },
];

/** Returns a Mulberry32 generator, whose numbers are the same in every run. */
function createRandom(seed: number): () => number {
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

async function openProject(page: Page, name: string): Promise<void> {
  await goByShortcut(page, "g s");
  await page.getByRole("button", { name: /^Project: / }).click();
  await page.getByRole("list", { name: "Projects" }).getByRole("link", { name }).click();
  await waitForIdle(page);
}

/** Opens each part of the app that creates permanent elements on first use (about 150 listeners each). */
async function openOnce(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await closeAll(page);
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .press("Enter");
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
}

/** Makes the page render again by changing its color scheme. */
async function reloadPage(page: Page): Promise<void> {
  // Three clicks cycle through the color schemes, back to the first one.
  for (let step = 0; step < 3; step += 1) await page.getByRole("button", { name: /^Color scheme: / }).click();
  await waitForIdle(page);
}

/**
 * Counts nodes and listeners on the demo project's list, without notifications. If the counts
 * indicate a leak compared with `first`, logs the retainers, renders the page again, and repeats
 * the count. Only a real leak persists.
 */
async function countDom(page: Page, devtools: CDPSession, first: DomCounts | undefined): Promise<DomCounts> {
  await openProject(page, "Demo");
  await dismissMessages(page);
  const counts = await readDomCounts(page, devtools);
  if (first === undefined || findLeaks([first, counts]).length === 0) return counts;
  process.stdout.write(`  soak, counted again: ${JSON.stringify(counts)}\n`);
  // A suspected leak of 295 nodes appeared once. If it happens again, the log shows the retainers.
  for (const retainerPaths of await findRetainerPaths(devtools))
    process.stdout.write(`  held by ${retainerPaths}\n`);
  await reloadPage(page);
  return readDomCounts(page, devtools);
}

test(`${OPERATION_COUNT} mixed operations leak nothing, and client and server agree @live`, async ({
  page,
  emulator,
  expectComplaint,
}) => {
  // Takes four minutes on two dedicated cores, and up to ten on a busy machine.
  test.setTimeout(1_800_000);
  if (emulator === null) throw new Error("This test needs the backend over HTTP");
  expectComplaint(/Failed to load resource/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const random = createRandom(SEED);
  const soak: Soak = { page, random, claims: new Map(), members: new Map(), counts: new Map() };
  const devtools = await page.context().newCDPSession(page);
  page.setDefaultTimeout(15_000);
  await recordMessages(page);
  await page.goto("/p/1/subscriptions");
  await waitForIdle(page);
  await openOnce(page);
  await openMembersOnce(page);

  const domCounts: DomCounts[] = [];
  let throttled = 0;
  for (let step = 0; step < OPERATION_COUNT; step += 1) {
    if (isWhole && step > 0 && step % COUNT_INTERVAL === 0)
      domCounts.push(await countDom(page, devtools, domCounts[1]));
    const name = nextOperation(random);
    if (random() < FAULT_SHARE) {
      const fault =
        throttled < MAX_THROTTLED && random() < 0.05 ? pick(random, THROTTLED) : pick(random, FAULTS);
      if (fault?.status === 429) throttled += 1;
      await setFaults(emulator, ...(fault ? [fault] : []));
    }
    try {
      await OPERATIONS[name]?.run(soak, step);
    } catch (error) {
      throw new Error(`Operation ${step}, ${name}, failed at ${page.url()}`, { cause: error });
    }
  }
  await setFaults(emulator);
  await closeAll(page);

  if (isWhole) domCounts.push(await countDom(page, devtools, domCounts[1]));
  const figures = JSON.stringify({ ...Object.fromEntries(soak.counts), held: domCounts });
  process.stdout.write(`  soak: ${figures}\n`);
  // Ignores the first counts, because a permanent element (probably for tooltips) is created
  // only after them.
  if (isWhole) expect(findLeaks(domCounts.slice(1)), figures).toEqual([]);
  expect(await expectTouchedMatchServer(soak, emulator)).toBeGreaterThan(LEAST_TOUCHED.records);
  let touched = 0;
  for (const [project, name] of ["Demo", "Large", "Empty"].entries()) {
    await openProject(page, name);
    await expectListMatchesServer(page, emulator, project + 1, "g s");
    await expectListMatchesServer(page, emulator, project + 1, "g b");
    touched += await expectMembersMatchServer(soak, emulator, project + 1);
  }
  expect(touched).toBeGreaterThan(LEAST_TOUCHED.members);
});
