import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, release, type } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "../../.scripts/steps.mjs";
import { connectedStorage, startEmulator, startSite } from "../browser/support/backends.mjs";
import { launchOptions } from "../browser/support/launch-options.mjs";
import { BENCHES } from "./benchmarks.mjs";
import { writeResult } from "./write-results.mjs";

function describeMachine(browser) {
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${type()} ${release()}, Chromium ${browser.version()}`;
}

async function measureParts({ only, machine, scene }) {
  const parts = {};
  for (const name of only) {
    const result = await BENCHES[name](scene);
    console.log(`\n${result.title}\n\n${result.text}`);
    writeResult(name, result, machine);
    parts[name] = result.data;
  }
  return parts;
}

/**
 * Runs the benchmarks in `only`. Prints each table when its benchmark ends, and writes the table to
 * the help page. Writes all results to .cache/bench.json.
 */
export async function bench({ runs, steps, only }) {
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
    const machine = describeMachine(browser);
    console.log(machine);
    const scene = { browser, emulator, backends, runs, steps };
    const parts = await measureParts({ only, machine, scene });
    mkdirSync(join(root, ".cache"), { recursive: true });
    writeFileSync(join(root, ".cache", "bench.json"), JSON.stringify({ machine, runs, ...parts }, null, 2));
  } finally {
    await browser.close();
    await emulator.close();
  }
}
