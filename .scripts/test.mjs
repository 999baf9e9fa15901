// `npm test`: sets up what is missing, then runs everything that must hold, and counts.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensureBuild, ensureDependencies, root, run, runTool, StepError } from "./steps.mjs";

const cache = join(root, ".cache");
const reports = { unit: "unit.json", build: "build.json", browser: "browser.json" };

function vitest(report, projects) {
  const output = join(cache, report);
  const args = projects.flatMap((name) => ["--project", name]);
  return runTool("vitest", [
    "run",
    ...args,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${output}`,
  ]);
}

const STEPS = [
  ["dependencies", ensureDependencies],
  ["browser", ensureChromium],
  [
    "check",
    () => run(process.execPath, [join(root, ".scripts", "run.cjs"), "check"], { label: "npm run check" }),
  ],
  ["unit and screen tests", () => vitest(reports.unit, ["pure", "screen", "isolated"])],
  ["build, demo", () => ensureBuild("demo")],
  ["build, live", () => ensureBuild("live")],
  ["build, emulator", () => ensureBuild("emulator")],
  ["tests of the builds", () => vitest(reports.build, ["build"])],
  [
    "browser tests",
    () => runTool("@playwright/test", ["test", "--config", "test/browser/playwright.config.ts"]),
  ],
];

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function readReport(name) {
  const path = join(cache, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

function countTests() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const report of [readReport(reports.unit), readReport(reports.build)]) {
    counts.passed += report?.numPassedTests ?? 0;
    counts.failed += report?.numFailedTests ?? 0;
    counts.skipped += report?.numPendingTests ?? 0;
  }
  const { stats } = readReport(reports.browser) ?? {};
  counts.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  counts.failed += stats?.unexpected ?? 0;
  counts.skipped += stats?.skipped ?? 0;
  return counts;
}

/** Runs the steps until one fails; gives a line for each, and what failed. */
async function runSteps() {
  const lines = [];
  for (const [name, step] of STEPS) {
    const started = performance.now();
    console.log(`\n── ${name}`);
    try {
      await step();
      lines.push(`  ok      ${name}, ${seconds(started)}`);
    } catch (error) {
      lines.push(
        `  FAILED  ${name}, ${seconds(started)}: ${error instanceof StepError ? error.message : error.stack}`,
      );
      return { lines, isFailed: true };
    }
  }
  return { lines, isFailed: false };
}

mkdirSync(cache, { recursive: true });
// Counts of an earlier run must not stand in for this one's.
for (const report of Object.values(reports)) rmSync(join(cache, report), { force: true });
const started = performance.now();
const { lines, isFailed } = await runSteps();
const { passed, failed, skipped } = countTests();
// A step that failed without a failed test, such as the linter, counts as one.
const allFailed = isFailed ? Math.max(failed, 1) : failed;
console.log(`\n── summary\n${lines.join("\n")}\n  ${seconds(started)} in all\n`);
console.log(`${passed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(allFailed > 0 ? 1 : 0);
