import { StepError } from "../../.scripts/steps.mjs";

const PARTS = {
  visits: "first and return visit of the list, a subscription and the web vitals board, on two machines",
  peers: "visits, page changes and a form beside a hand-written floor and react-admin",
  interactions:
    "next paint, first feedback and result of each interaction, at full speed and with a CPU 4x slower",
  large: "100,000 subscriptions: load, search, sort",
  calendar: "a calendar of 100,000 subscriptions",
  memory: "heap, objects, nodes and listeners over 1,000 navigations and edits (see --steps)",
  starts: "start of the dev server (cold and warm) and of the unit tests",
  size: "bytes of a first visit, and their limits",
};

const PART_NAMES = Object.keys(PARTS);
const widest = Math.max(...PART_NAMES.map((name) => name.length));

export const HELP = `npm run bench -- [--runs N] [--steps N] [--only part,part …]

Builds what is missing, measures it in Chromium, and writes a table of each part into the help page Benchmarks.
Every single measurement is stored in .cache/bench.json.

  --runs N   how often each thing is measured (5): visits of the list as often, of the other pages and of 100,000
             subscriptions 3 times at most; each interaction 4 times as often; memory and calendar once
             (peers needs a network to install react-admin)
  --steps N  navigations and edits of the memory part (1000), 100 or more
  --only …   only these parts; all of them take about an hour
  --help     this text

Benchmarks:
${PART_NAMES.map((name) => `  ${name.padEnd(widest)}   ${PARTS[name]}`).join("\n")}

Close other programs: any load on the machine changes the results.`;

function valueOf(args, name) {
  const at = args.indexOf(name);
  return at === -1 ? undefined : (args[at + 1] ?? "");
}

/** Parses the arguments. Throws a StepError for an invalid one. */
export function readOptions(args) {
  const runs = Number(valueOf(args, "--runs") ?? 5);
  if (!Number.isInteger(runs) || runs < 1) throw new StepError("--runs must be an integer of 1 or more");
  const steps = Number(valueOf(args, "--steps") ?? 1_000);
  if (!Number.isInteger(steps) || steps < 100)
    throw new StepError("--steps must be an integer of 100 or more");
  const only = valueOf(args, "--only")?.split(",") ?? PART_NAMES;
  const unknown = only.find((name) => !PART_NAMES.includes(name));
  if (unknown !== undefined)
    throw new StepError(`Unknown benchmark “${unknown}”. Choose from ${PART_NAMES.join(", ")}.`);
  return { runs, steps, only, isHelp: args.includes("--help") };
}
