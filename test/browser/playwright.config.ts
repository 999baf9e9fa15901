import { defineConfig } from "@playwright/test";
import { launchOptions } from "../../.scripts/chromium.mjs";
import type { BackendOptions } from "./support/fixtures";

export default defineConfig<object, BackendOptions>({
  testDir: ".",
  outputDir: "../../test-results",
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // Long, because CI machines are shared.
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    launchOptions: launchOptions(),
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A service worker could respond from its cache, so that injected faults wouldn't reach the
    // page. Some tests allow service workers.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
  // Tests marked @live need the backend over HTTP. The others run with the demo.
  projects: [
    { name: "live", grep: /@live/, use: { backend: "live" } },
    { name: "demo", grepInvert: /@live/, use: { backend: "demo" } },
  ],
});
