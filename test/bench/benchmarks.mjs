// Defines what each benchmark measures, how often, and its table.
import { chromium } from "@playwright/test";
import { resetEmulator, startSite } from "../browser/support/backends.mjs";
import { launchOptions } from "../browser/support/launch-options.mjs";
import { measureVisitSizes } from "../build/visit-files.mjs";
import { buildPeer, servePeer } from "./build-peers.mjs";
import {
  describeCpu,
  formatCalendar,
  formatInteractions,
  formatLarge,
  formatMemory,
  formatPeers,
  formatSizes,
  formatStarts,
  formatVisits,
} from "./format-results.mjs";
import { measureCalendar } from "./measure-calendar.mjs";
import { measureInteractions } from "./measure-interactions.mjs";
import { measureLarge } from "./measure-large.mjs";
import { measureMemory } from "./measure-memory.mjs";
import { listSubjects, measureSteps, REPEATS } from "./measure-peers.mjs";
import { measureStarts } from "./measure-startup.mjs";
import { measureVisit, PAGES } from "./measure-visit.mjs";

/** `rounds` is the number of visits per run when programs are compared. Short visits vary more. */
const MACHINES = [
  { name: "desktop", network: null, cpuSlowdown: 1, rounds: 4 },
  {
    name: "slow",
    network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 },
    cpuSlowdown: 4,
    rounds: 1,
  },
];

/** Maximum number of runs for a benchmark that is slow or varies little. */
const MAX_SLOW_RUNS = 3;
/** Slows the CPU for typing and sorting. Loading is measured at full speed. */
const SLOW_CPU = { cpuSlowdown: 4 };
const CPU_SLOWDOWNS = [1, 4];
const VISIT_NAMES = { first: "first visit", again: "return visit" };
/**
 * Number of samples of each interaction per run. With fewer than 20 samples in total, the 95th percentile would be
 * the maximum.
 */
const ROUNDS_PER_RUN = 4;

function repeat(count, measure) {
  return Array.from({ length: count }).reduce(
    async (before) => [...(await before), await measure()],
    Promise.resolve([]),
  );
}

/** Measures each backend in turn, from its initial state. */
async function forEachBackend({ backends, emulator }, measure) {
  const all = [];
  for (const { name, build, session } of backends) {
    await resetEmulator(emulator);
    const site = await startSite(build);
    all.push({ name, ...(await measure(site.url, session)) });
    await site.close();
  }
  return all;
}

async function benchVisits(setup) {
  const tables = [];
  for (const page of PAGES) {
    const runs = page === PAGES[0] ? setup.runs : Math.min(setup.runs, MAX_SLOW_RUNS);
    const measured = await forEachBackend(setup, async (url, session) => {
      const columns = [];
      for (const machine of MACHINES) {
        const visits = await repeat(runs, () => measureVisit(setup.browser, url, session, page, machine));
        for (const kind of ["first", "again"])
          columns.push({
            name: `${machine.name}, ${VISIT_NAMES[kind]}`,
            runs: visits.map((visit) => visit[kind]),
          });
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
      "First visit with a cold cache, and return visit in a new tab. The transferred bytes include pages that are loaded in the background, and the slow visits last long enough to load more of them. *Slow* is 1.6 Mbit/s, a 150 ms round trip, and a CPU that is 4× slower",
    text: tables
      .map(({ page, runs, columns }) => `Page: ${page}. Medians of ${runs} runs.\n\n${formatVisits(columns)}`)
      .join("\n\n"),
    data: tables,
  };
}

async function benchInteractions(setup) {
  const rounds = setup.runs * ROUNDS_PER_RUN;
  const tables = [];
  for (const cpuSlowdown of CPU_SLOWDOWNS) {
    const columns = await forEachBackend(setup, async (url, session) => ({
      interactions: await measureInteractions(setup.browser, url, session, { cpuSlowdown, rounds }),
    }));
    tables.push({ cpuSlowdown, columns });
  }
  return {
    title: `Time to the next paint, to the first feedback, and to the result of each interaction, over ${rounds} rounds. The last column shows whether the median of the next paint is within 50 ms and its 95th percentile within 100 ms`,
    text: tables
      .map(({ cpuSlowdown, columns }) => `${describeCpu(cpuSlowdown)}\n\n${formatInteractions(columns)}`)
      .join("\n\n"),
    data: tables,
  };
}

/** Groups the samples of several runs by step, then by subject. */
function groupSteps(measured) {
  const rows = new Map();
  for (const { subject, steps } of measured)
    for (const { name, ...sample } of steps) {
      const samples = rows.get(name) ?? {};
      rows.set(name, samples);
      (samples[subject] ??= []).push(sample);
    }
  return [...rows].map(([name, samples]) => ({ name, samples }));
}

async function visitBoth(setup, site, subject, machine) {
  const visits = await measureVisit(setup.browser, site.url, subject.session, subject, machine);
  return ["first", "again"].map((turn) => ({
    name: `${machine.name}, ${VISIT_NAMES[turn]}: first row`,
    shown: visits[turn].content,
  }));
}

/**
 * Measures the programs in turn, so that the machine's load affects all of them equally. Reverses
 * the order each time, because the position in the order affects the times.
 */
async function benchPeers(setup) {
  const peers = { floor: await buildPeer("floor"), reactAdmin: await buildPeer("react-admin") };
  const visits = [];
  const steps = CPU_SLOWDOWNS.map((cpuSlowdown) => ({ cpuSlowdown, measured: [] }));
  const subjects = listSubjects(setup, peers);
  const forEachSubject = async (measure) => {
    for (const subject of subjects) {
      const site = await (subject.build === undefined ? servePeer(subject.folder) : startSite(subject.build));
      await measure(subject, site);
      await site.close();
    }
    subjects.reverse();
  };
  await resetEmulator(setup.emulator);
  for (let run = 0; run < setup.runs; run += 1) {
    for (const machine of MACHINES.flatMap((each) => Array(each.rounds).fill(each)))
      await forEachSubject(async (subject, site) => {
        visits.push({ subject: subject.name, steps: await visitBoth(setup, site, subject, machine) });
      });
    for (const { cpuSlowdown, measured } of steps)
      await forEachSubject(async (subject, site) => {
        const sample = await measureSteps(setup.browser, site.url, subject, cpuSlowdown);
        measured.push({ subject: subject.name, steps: sample });
      });
    console.log(`peers: run ${run + 1} of ${setup.runs}`);
  }
  const tables = [
    { title: "Visits: time to the first row", rows: groupSteps(visits) },
    ...steps.map(({ cpuSlowdown, measured }) => ({
      title: `Page changes and a form: next paint / first feedback / result, ${describeCpu(cpuSlowdown)}`,
      rows: groupSteps(measured),
    })),
  ];
  return {
    title: `Environs, the floor, and react-admin with the same data over HTTP (*demo*: from the emulated backend in the page), medians of ${setup.runs} runs. In each run, there are ${MACHINES[0].rounds} visits on a desktop, and pages are opened again ${REPEATS} times. The ratios compare the times to the result`,
    text: tables.map(({ title, rows }) => `${title}\n\n${formatPeers(rows)}`).join("\n\n"),
    data: tables,
  };
}

async function benchLarge(setup) {
  const runs = Math.min(setup.runs, MAX_SLOW_RUNS);
  const data = await forEachBackend(setup, async (url, session) => ({
    runs: await repeat(runs, () => measureLarge(setup.browser, url, session, SLOW_CPU)),
  }));
  return {
    title: `A list of 100,000 subscriptions, medians of ${runs} runs. Typing and sorting are measured with a CPU that is 4× slower`,
    text: formatLarge(data),
    data,
  };
}

async function benchCalendar(setup) {
  // One backend suffices, because the backend doesn't matter after loading.
  const isLive = ({ name }) => name === "live";
  const [{ data }] = await forEachBackend(
    { ...setup, backends: setup.backends.filter(isLive) },
    async (url, session) => {
      const all = [];
      for (const cpuSlowdown of [1, 4])
        all.push({
          cpuSlowdown,
          steps: await measureCalendar(setup.browser, url, session, { cpuSlowdown }),
        });
      return { data: all };
    },
  );
  return {
    title:
      "A calendar of 100,000 subscriptions: time until the days are shown, and the longest task in that time",
    text: formatCalendar(data),
    data,
  };
}

/**
 * Starts a browser without optimizing compilers, whose machine code grows by megabytes regardless of what the page
 * retains.
 */
function launchWithoutJit() {
  const { args, ...options } = launchOptions();
  return chromium.launch({
    ...options,
    args: [...args, "--js-flags=--no-sparkplug,--no-maglev,--no-turbofan"],
  });
}

async function benchMemory({ steps: totalSteps, ...setup }) {
  const browser = await launchWithoutJit();
  // Prints the progress, because this benchmark takes minutes.
  const onMeasured = ({ steps, heap }) =>
    console.log(`memory: ${steps} of ${totalSteps}, ${(heap / 1e6).toFixed(1)} MB`);
  const data = await forEachBackend(setup, (url, session) =>
    measureMemory(browser, url, session, { steps: totalSteps, onMeasured }),
  );
  await browser.close();
  return {
    title: `Memory of the subscription list over ${totalSteps.toLocaleString("en")} navigations and edits, after garbage collection. JIT compilation is off for this measurement`,
    text: formatMemory(data),
    data,
  };
}

async function benchStarts(scene) {
  const data = await measureStarts(scene.browser, Math.min(scene.runs, MAX_SLOW_RUNS));
  return { title: "Time from the command", text: formatStarts(data), data };
}

async function benchSize() {
  const data = measureVisitSizes();
  return {
    title: "Size, after Brotli compression, of the files that the first visit to the subscription list needs",
    text: formatSizes(data),
    data,
  };
}

/** The benchmarks by name. Each returns a title, a table as text, and all samples. */
export const BENCHES = {
  visits: benchVisits,
  peers: benchPeers,
  interactions: benchInteractions,
  large: benchLarge,
  calendar: benchCalendar,
  memory: benchMemory,
  starts: benchStarts,
  size: benchSize,
};
