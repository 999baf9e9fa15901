// Measures the first visit to the subscription list, cold, on two machines and two backends; and 100,000 records.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, release, type } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "../../.scripts/steps.mjs";
import { connectedStorage, startEmulator, startSite } from "../browser/backends.mjs";
import { launchOptions } from "../browser/launch.mjs";
import { measureCalendar } from "./measure-calendar.mjs";
import { measureLarge } from "./measure-large.mjs";
import { measureVisit } from "./measure-visit.mjs";
import { formatCalendar, formatLarge, formatTable, medianOf } from "./table.mjs";

const MACHINES = [
  { name: "desktop", network: null, cpuSlowdown: 1 },
  {
    name: "1.6 Mbit/s, 150 ms, CPU 4x slower",
    network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 },
    cpuSlowdown: 4,
  },
];

/** Each of them takes about a minute. */
const MOST_LARGE = 3;
/** Slows the CPU only for typing and sorting: loading is measured as it is. */
const LARGE = { cpuSlowdown: 4 };

function readRuns(args) {
  const at = args.indexOf("--runs");
  const runs = at === -1 ? 5 : Number(args[at + 1]);
  if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs wants a whole number from 1 on");
  return runs;
}

async function measureBackend(browser, { name, build, session }, runs) {
  const site = await startSite(build);
  const columns = [];
  for (const machine of MACHINES) {
    const visits = [];
    for (let run = 0; run < runs; run += 1)
      visits.push(await measureVisit(browser, site.url, session, machine));
    columns.push({ backend: name, machine: machine.name, median: medianOf(visits), visits });
  }
  await site.close();
  return columns;
}

async function measureCalendarOn(browser, { build, session }) {
  const site = await startSite(build);
  const all = [];
  for (const cpuSlowdown of [1, 4])
    all.push({ cpuSlowdown, steps: await measureCalendar(browser, site.url, session, { cpuSlowdown }) });
  await site.close();
  return all;
}

async function measureLargeOn(browser, { name, build, session }, runs) {
  const site = await startSite(build);
  const all = [];
  for (let run = 0; run < runs; run += 1) all.push(await measureLarge(browser, site.url, session, LARGE));
  await site.close();
  return { backend: name, runs: all };
}

/** Prints the medians as a table and keeps every run in .cache/bench.json. */
export async function bench(args) {
  const runs = readRuns(args);
  const browser = await chromium.launch(launchOptions());
  const emulator = await startEmulator();
  try {
    const liveSite = await startSite("dist-live");
    const session = await connectedStorage(browser, liveSite.url, emulator);
    await liveSite.close();
    const backends = [
      { name: "demo", build: "dist", session: [] },
      { name: "live", build: "dist-live", session },
    ];
    const columns = [];
    const large = [];
    for (const backend of backends) columns.push(...(await measureBackend(browser, backend, runs)));
    for (const backend of backends)
      large.push(await measureLargeOn(browser, backend, Math.min(runs, MOST_LARGE)));
    const calendar = await measureCalendarOn(browser, backends[1]);
    const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${type()} ${release()}, Chromium ${browser.version()}`;
    console.log(`\nFirst visit to /p/1/subscriptions with a cold cache, medians of ${runs}\n${machine}\n`);
    console.log(formatTable(columns));
    console.log(
      `\n100,000 deliveries on /p/2/subscriptions, medians of ${Math.min(runs, MOST_LARGE)}; CPU 4x slower for typing and sorting\n`,
    );
    console.log(formatLarge(large));
    console.log("\nA calendar of 10,000 deliveries: until the days stand, and the longest task meanwhile\n");
    console.log(formatCalendar(calendar));
    mkdirSync(join(root, ".cache"), { recursive: true });
    writeFileSync(
      join(root, ".cache", "bench.json"),
      JSON.stringify({ machine, runs, columns, large, calendar }, null, 2),
    );
  } finally {
    await browser.close();
    await emulator.close();
  }
}
