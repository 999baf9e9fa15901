// How long a developer waits: for the first page of the dev server, and for the first test to end.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../../.scripts/steps.mjs";
import { openContext } from "./devtools.mjs";

const LIST = "/p/1/subscriptions";
const ROW = 'tbody tr a[href*="/subscriptions/"]';
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a command in a group of its own, so that all of it can be ended. */
function begin(command, args) {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let output = "";
  const waiting = new Set();
  const read = (chunk) => {
    output += chunk;
    for (const look of waiting) look();
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return {
    /** Waits for a pattern in what it prints. */
    print: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output);
          if (match === null) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        child.once("error", reject);
        child.once("exit", () => reject(new Error(`${command} ${args.join(" ")} ended:\n${output}`)));
        look();
      }),
    end: () =>
      new Promise((resolve) => {
        child.once("exit", resolve);
        process.kill(-child.pid, "SIGTERM");
      }),
  };
}

/** Until the list's first row stands in a browser that has never seen it; `args` are for the dev server. */
async function startDev(browser, args) {
  const context = await openContext(browser, []);
  const started = performance.now();
  const server = begin(npm, ["run", "dev", "--", "--port", "0", ...args]);
  try {
    const [url] = await server.print(/http:\/\/[\w.:[\]-]+\d+/);
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

/** Until the first file of the unit tests has passed. */
async function startTests() {
  const started = performance.now();
  const tests = begin(process.execPath, [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--project=pure",
    "--project=screen",
  ]);
  try {
    await tests.print(/^\s*✓.*\.test\.tsx?/m);
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

/** Each start so many times, in ms. */
export async function measureStarts(browser, runs) {
  return [
    // Bundles the dependencies anew, as after an install.
    {
      name: "dev server to first row, cold",
      runs: await repeat(runs, () => startDev(browser, ["--force"])),
    },
    { name: "dev server to first row, warm", runs: await repeat(runs, () => startDev(browser, [])) },
    { name: "unit tests to the first file that passed", runs: await repeat(runs, startTests) },
  ];
}
