// Measures how long a developer waits for the first page of the dev server, and for the first test result.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../../.scripts/steps.mjs";
import { openContext } from "./devtools.mjs";

const LIST = "/p/1/subscriptions";
const ROW = 'tbody tr a[href*="/subscriptions/"]';
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a command in its own process group, so that its child processes can be stopped as well. */
function startProcess(command, args) {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let output = "";
  const checks = new Set();
  const read = (chunk) => {
    output += chunk;
    for (const check of checks) check();
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return {
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(output);
          if (match === null) return;
          checks.delete(check);
          resolve(match);
        };
        checks.add(check);
        child.once("error", reject);
        child.once("exit", () => reject(new Error(`${command} ${args.join(" ")} ended:\n${output}`)));
        check();
      }),
    end: () =>
      new Promise((resolve) => {
        child.once("exit", resolve);
        process.kill(-child.pid, "SIGTERM");
      }),
  };
}

/**
 * Measures the time until the dev server listens, and until the list's first row is visible in a
 * new browser context. `args` are for the dev server.
 */
async function startDev(browser, args) {
  const context = await openContext(browser, []);
  const started = performance.now();
  const server = startProcess(npm, ["run", "dev", "--", "--port", "0", ...args]);
  try {
    const [url] = await server.waitForOutput(/http:\/\/[\w.:[\]-]+\d+/);
    const listening = performance.now() - started;
    const page = await context.newPage();
    await page.goto(url + LIST);
    await page.locator(ROW).first().waitFor({ timeout: 120_000 });
    return { listening, total: performance.now() - started };
  } finally {
    await context.close();
    await server.end();
  }
}

/** Measures the time until the first unit test file has passed. */
async function startTests() {
  const started = performance.now();
  const tests = startProcess(process.execPath, [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--project=pure",
    "--project=screen",
  ]);
  try {
    await tests.waitForOutput(/^\s*✓.*\.test\.tsx?/m);
    return { total: performance.now() - started };
  } finally {
    await tests.end();
  }
}

async function repeat(runs, measure) {
  const all = [];
  for (let run = 0; run < runs; run += 1) all.push(await measure());
  return all;
}

/** Measures each start `runs` times. Returns the times in ms. */
export async function measureStarts(browser, runs) {
  return [
    // Bundles the dependencies again, as after an installation.
    {
      name: "dev server to first row, cold",
      runs: await repeat(runs, () => startDev(browser, ["--force"])),
    },
    { name: "dev server to first row, warm", runs: await repeat(runs, () => startDev(browser, [])) },
    { name: "unit tests to first passed file", runs: await repeat(runs, startTests) },
  ];
}
