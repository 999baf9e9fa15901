import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { readSeed } from "../sample.mjs";
import { getExcludedTitles } from "./support/excluded-titles";
import type { BackendOptions } from "./support/fixtures";
import { launchOptions } from "./support/launch-options.mjs";

const seed = readSeed();
// Workers read it again.
process.env["TEST_SEED"] = String(seed);

/** Chromium or Chrome with its window, for tests marked @full-browser. `npm run test:full` sets it. */
const fullBrowser = process.env["FULL_CHROMIUM_PATH"];

export default defineConfig<object, BackendOptions>({
  testDir: ".",
  outputDir: "../../test-results",
  forbidOnly: true,
  fullyParallel: true,
  workers: Math.min(4, Math.max(2, availableParallelism())),
  timeout: 120_000,
  // Generous, because CI's machine is shared. Slow code shows in the benchmarks, not here.
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "../../.cache/browser.json" }]],
  use: {
    launchOptions: launchOptions(),
    // A new context costs seconds. With TEST_FRESH=1 each test gets its own.
    reuseContext: process.env["TEST_FRESH"] !== "1",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // It would respond instead of the injected faults. offline.spec.ts allows it.
    serviceWorkers: "block",
    // A trace copies the page for each step and doubles the time. Enable it with `npm run browser -- --trace on`.
    trace: "off",
    screenshot: "only-on-failure",
  },
  // A test marked @demo or @live runs with that backend only, one marked @full in `npm run test:full` only. Live
  // comes first: it has the longest test, which would otherwise run alone at the end.
  projects: [
    { name: "live", grepInvert: getExcludedTitles("live", seed), use: { backend: "live" } },
    { name: "demo", grepInvert: getExcludedTitles("demo", seed), use: { backend: "demo" } },
    ...(fullBrowser === undefined
      ? []
      : [
          {
            name: "full-browser",
            grep: /@full-browser/,
            use: {
              backend: "demo" as const,
              launchOptions: { ...launchOptions(), executablePath: fullBrowser },
            },
          },
        ]),
  ],
});
