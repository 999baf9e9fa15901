// `npm run bench -- [--runs N]`: measures loading the built app in Chromium.
import { ensureChromium } from "./chromium.mjs";
import { ensureBuild, ensureDependencies, fail } from "./steps.mjs";

async function start() {
  await ensureDependencies();
  await ensureChromium();
  for (const name of ["demo", "live", "emulator"]) await ensureBuild(name);
  const { bench } = await import("../test/bench/bench.mjs");
  await bench(process.argv.slice(2));
}

start().catch(fail);
