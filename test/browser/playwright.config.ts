import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { launchOptions } from "../../.scripts/chromium.mjs";

const workers = Math.min(4, Math.max(2, availableParallelism()));

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

// Workers load this file again and read the ports from the variable: the demo, the live build, and an emulated server
// for each worker.
process.env["TEST_PORTS"] ??= (
  await Promise.all(Array.from({ length: workers + 2 }, () => findFreePort()))
).join();
const [demoPort, livePort, ...emulatorPorts] = process.env["TEST_PORTS"].split(",").map(Number);

function serve(command: string, port = 0) {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  return { command: `${command} --port ${port}`, port, cwd, env: { ENVIRONS_UPSTREAM: "" } };
}

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  forbidOnly: true,
  fullyParallel: true,
  workers,
  timeout: 120_000,
  // Long, because CI machines are shared. Benchmarks, not these tests, detect slow code.
  expect: { timeout: 15_000 },
  reporter: "list",
  webServer: [
    serve("npx vite preview --strictPort", demoPort),
    serve("npx vite preview --strictPort --mode live", livePort),
    ...emulatorPorts.map((port) => serve("node dist-emulator/node-server.js --quiet", port)),
  ],
  use: {
    launchOptions: launchOptions(),
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A service worker could respond from its cache, so that injected faults wouldn't reach the page. Some tests allow
    // service workers.
    serviceWorkers: "block",
    // A trace copies the page at each step, which doubles a test's duration. `-- --trace on` switches it on.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
