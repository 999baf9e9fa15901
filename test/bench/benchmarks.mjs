// The parts of the bench: what each measures, how often, and the table that comes of it.
import { chromium } from "@playwright/test";
import { resetEmulator, startSite } from "../browser/support/backends.mjs";
import { launchOptions } from "../browser/support/launch-options.mjs";
import { measureVisitSizes } from "../build/visit-files.mjs";
import {
  formatCalendar,
  formatInteractions,
  formatLarge,
  formatMemory,
  formatSizes,
  formatStarts,
  formatVisits,
} from "./format-results.mjs";
import { measureCalendar } from "./measure-calendar.mjs";
import { measureInteractions } from "./measure-interactions.mjs";
import { measureLarge } from "./measure-large.mjs";
import { measureMemory } from "./measure-memory.mjs";
import { measureStarts } from "./measure-startup.mjs";
import { measureVisit, PAGES } from "./measure-visit.mjs";

const MACHINES = [
  { name: "desktop", network: null, cpuSlowdown: 1 },
  {
    name: "slow",
    network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 },
    cpuSlowdown: 4,
  },
];

/** What takes long, or is the same each time: measured so often at most. */
const FEW = 3;
/** Slows the CPU for what a person does; loading is measured as it is. */
const SLOWED = { cpuSlowdown: 4 };
/** So many samples of an interaction for each run: of fewer than 20 the 95th percentile is but the worst. */
const ROUNDS_PER_RUN = 4;

function times(count, measure) {
  return Array.from({ length: count }).reduce(
    async (before) => [...(await before), await measure()],
    Promise.resolve([]),
  );
}

/** Does it with each backend, one after the other, each at its first state. */
async function onEach({ backends, emulator }, measure) {
  const all = [];
  for (const { name, build, session } of backends) {
    await resetEmulator(emulator);
    const site = await startSite(build);
    all.push({ name, ...(await measure(site.url, session)) });
    await site.close();
  }
  return all;
}

async function benchVisits(scene) {
  const tables = [];
  for (const page of PAGES) {
    const runs = page === PAGES[0] ? scene.runs : Math.min(scene.runs, FEW);
    const measured = await onEach(scene, async (url, session) => {
      const columns = [];
      for (const machine of MACHINES) {
        const visits = await times(runs, () => measureVisit(scene.browser, url, session, page, machine));
        for (const kind of ["first", "again"])
          columns.push({ name: `${machine.name}, ${kind}`, runs: visits.map((visit) => visit[kind]) });
      }
      return { columns };
    });
    const columns = measured.flatMap(({ name, columns: of }) =>
      of.map((column) => ({ ...column, name: `${name}, ${column.name}` })),
    );
    tables.push({ page: page.name, runs, columns });
  }
  return {
    title:
      "First visit with a cold cache, and again in a new tab. Slow is 1.6 Mbit/s, 150 ms round trip and a CPU slowed down four times",
    text: tables
      .map(({ page, runs, columns }) => `${page}, medians of ${runs}\n\n${formatVisits(columns)}`)
      .join("\n\n"),
    data: tables,
  };
}

async function benchInteractions(scene) {
  const rounds = scene.runs * ROUNDS_PER_RUN;
  const data = await onEach(scene, async (url, session) => ({
    interactions: await measureInteractions(scene.browser, url, session, { ...SLOWED, rounds }),
  }));
  return {
    title: `Time to the next paint with the CPU slowed down four times, ${rounds} rounds`,
    text: formatInteractions(data),
    data,
  };
}

async function benchLarge(scene) {
  const runs = Math.min(scene.runs, FEW);
  const data = await onEach(scene, async (url, session) => ({
    runs: await times(runs, () => measureLarge(scene.browser, url, session, SLOWED)),
  }));
  return {
    title: `A list of 100,000 subscriptions, medians of ${runs}. The CPU is slowed down four times for typing and sorting`,
    text: formatLarge(data),
    data,
  };
}

async function benchCalendar(scene) {
  // Once all are loaded the backend has no part in it.
  const isLive = ({ name }) => name === "live";
  const [{ data }] = await onEach(
    { ...scene, backends: scene.backends.filter(isLive) },
    async (url, session) => {
      const all = [];
      for (const cpuSlowdown of [1, 4])
        all.push({
          cpuSlowdown,
          steps: await measureCalendar(scene.browser, url, session, { cpuSlowdown }),
        });
      return { data: all };
    },
  );
  return {
    title:
      "A calendar of 100,000 subscriptions: time until the days are shown, and the longest task until then",
    text: formatCalendar(data),
    data,
  };
}

/**
 * A browser that makes no machine code of what runs often: that grows for as long as a page is used more, by megabytes,
 * whatever the page holds, and its end is the size of the app's code.
 */
function startWithoutMachineCode() {
  const { args, ...options } = launchOptions();
  return chromium.launch({
    ...options,
    args: [...args, "--js-flags=--no-sparkplug,--no-maglev,--no-turbofan"],
  });
}

async function benchMemory({ steps: wanted, ...scene }) {
  const browser = await startWithoutMachineCode();
  // It takes minutes: a person is told how far it is.
  const onMeasured = ({ steps, heap }) =>
    console.log(`memory: ${steps} of ${wanted}, ${(heap / 1e6).toFixed(1)} MB`);
  const data = await onEach(scene, (url, session) =>
    measureMemory(browser, url, session, { steps: wanted, onMeasured }),
  );
  await browser.close();
  return {
    title: `Memory of the subscription list over ${wanted.toLocaleString("en")} navigations and edits, after garbage collection`,
    text: formatMemory(data),
    data,
  };
}

async function benchStarts(scene) {
  const data = await measureStarts(scene.browser, Math.min(scene.runs, FEW));
  return { title: "Time from the command", text: formatStarts(data), data };
}

async function benchSize() {
  const data = measureVisitSizes();
  return { title: "Bytes of a first visit after Brotli compression", text: formatSizes(data), data };
}

/** The parts by name. Each gives a title, its table as text, and all that was measured. */
export const BENCHES = {
  visits: benchVisits,
  interactions: benchInteractions,
  large: benchLarge,
  calendar: benchCalendar,
  memory: benchMemory,
  starts: benchStarts,
  size: benchSize,
};
