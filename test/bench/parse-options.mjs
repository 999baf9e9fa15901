// The options of the benchmarks.
import { StepError } from "../../.scripts/steps.mjs";

// The benchmarks by name, in the order in which they run.
const PARTS = {
  visits: "first and return visit of the list, a subscription and the web vitals board, on two machines",
  interactions: "time to the next paint of each interaction, CPU 4x slower",
  large: "100,000 subscriptions: load, search, sort",
  calendar: "a calendar of 100,000 subscriptions",
  memory: "heap, objects, nodes and listeners over 1,000 navigations and edits (see --steps)",
  starts: "start of the dev server (cold and warm) and of the unit tests",
};

const names = Object.keys(PARTS);
const widest = Math.max(...names.map((name) => name.length));

export const HELP = `npm run bench -- [--runs N] [--steps N] [--only part,part …]

Builds the app if needed, measures it in Chromium, and prints a Markdown table for each benchmark.
Saves all samples in .cache/bench.json.

  --runs N   number of runs (5). Other pages than the list and 100,000 subscriptions: at most 3.
             Interactions: 4 samples per run. Memory and calendar: once.
  --steps N  navigations and edits of the memory benchmark (1000), 100 or more
  --only …   run only these benchmarks; all of them take about half an hour
  --help     print this text

Benchmarks:
${names.map((name) => `  ${name.padEnd(widest)}   ${PARTS[name]}`).join("\n")}

Close other programs: any load on the machine changes the results.`;

function valueOf(args, name) {
  const at = args.indexOf(name);
  return at === -1 ? undefined : (args[at + 1] ?? "");
}

/** Parses the arguments. Throws a StepError for invalid ones. */
export function readOptions(args) {
  const runs = Number(valueOf(args, "--runs") ?? 5);
  if (!Number.isInteger(runs) || runs < 1) throw new StepError("--runs must be an integer of 1 or more");
  const steps = Number(valueOf(args, "--steps") ?? 1_000);
  if (!Number.isInteger(steps) || steps < 100)
    throw new StepError("--steps must be an integer of 100 or more");
  const only = valueOf(args, "--only")?.split(",") ?? names;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new StepError(`Unknown benchmark “${unknown}”. Choose from ${names.join(", ")}.`);
  return { runs, steps, only, isHelp: args.includes("--help") };
}
