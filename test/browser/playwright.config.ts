import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { readSeed } from "../sample.mjs";
import { getExcludedTitles } from "./support/excluded-titles";
import type { BackendOptions } from "./support/fixtures";
import { launchOptions } from "./support/launch-options.mjs";

const seed = readSeed();
// Passes the seed to the test workers, which load this file again.
process.env["TEST_SEED"] = String(seed);

/**
 * Path to headed Chromium or Chrome, for tests marked @full-browser. Set by `npm run test:full`.
 */
const fullBrowser = process.env["FULL_CHROMIUM_PATH"];

export default defineConfig<object, BackendOptions>({
  testDir: ".",
  outputDir: "../../test-results",
  forbidOnly: true,
  fullyParallel: true,
  workers: Math.min(4, Math.max(2, availableParallelism())),
  timeout: 120_000,
  // Long, because CI machines are shared. Benchmarks, not these tests, detect slow code.
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "../../.cache/browser.json" }]],
  use: {
    launchOptions: launchOptions(),
    // Creating a context takes seconds, so tests share one. TEST_FRESH=1 gives each test its own.
    reuseContext: process.env["TEST_FRESH"] !== "1",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A service worker could respond from its cache, so that injected faults wouldn't reach the
    // page. Some tests allow service workers.
    serviceWorkers: "block",
    // A trace copies the page at each step, which doubles a test's duration. Enable traces with
    // `npm run browser -- --trace on`.
    trace: "off",
    screenshot: "only-on-failure",
  },
  // Tests marked @demo or @live run only with that backend. Tests marked @full run only in
  // `npm run test:full`. Live tests come first. Otherwise, the longest live test would run alone at
  // the end.
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
