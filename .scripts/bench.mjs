// `npm run bench`: measures the built app in Chromium. `--help` lists the options.
import { HELP, readOptions } from "../test/bench/parse-options.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureBuild, ensureDependencies, exitWithError } from "./steps.mjs";

async function start() {
  const options = readOptions(process.argv.slice(2));
  if (options.isHelp) return console.log(HELP);
  await ensureDependencies();
  await ensureChromium();
  for (const name of ["demo", "live", "emulator"]) await ensureBuild(name);
  const { bench } = await import("../test/bench/bench.mjs");
  await bench(options);
}

start().catch(exitWithError);
