// `npm test`: installs what is missing, then runs all checks and tests. `npm test -- <pattern>` runs matching tests.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describeSeed, readSeed } from "../test/sample.mjs";
import { CHECKS } from "./checks.mjs";
import { chooseTests, escapeRegex, kindOfTest, readTestFiles } from "./choose-tests.mjs";
import { ensureChromium, ensureFullChromium } from "./chromium.mjs";
import { runSteps } from "./step-runner.mjs";
import { ensureBuild, ensureDependencies, exitWithError, root, runTool, StepError, say } from "./steps.mjs";
import { countTests, slowestTests } from "./test-reports.mjs";

const CACHE_FOLDER = join(root, ".cache");
const REPORT_FILES = ["unit.json", "build.json", "browser.json"].map((name) => join(CACHE_FOLDER, name));
const [unitReport, buildReport] = REPORT_FILES;

const HELP = `npm test                 all checks and tests, with a sample of the large matrices
npm run test:full        all checks and tests, with the whole matrices
npm test -- <pattern>    the tests whose file path or title contains the pattern`;

const BUILDS = ["demo", "live", "emulator"].map((name) => ({
  name: `build, ${name}`,
  needs: ["dependencies"],
  run: () => ensureBuild(name),
}));

/** Installs Chromium. A full run also installs headed Chromium, for tests marked @full-browser. */
async function ensureBrowsers(isFull) {
  await ensureChromium();
  const path = isFull ? await ensureFullChromium() : undefined;
  if (path !== undefined) process.env.FULL_CHROMIUM_PATH = path;
  else if (isFull) say("There is no Chromium with a window: all tests run in the headless shell only.");
}

function setupSteps(isFull) {
  return [
    { name: "dependencies", isWaiting: true, run: ensureDependencies },
    { name: "browser", isWaiting: true, run: () => ensureBrowsers(isFull) },
  ];
}

const STATIC = CHECKS.map((step) => ({ ...step, needs: ["dependencies"] }));

function namesOf(steps) {
  return steps.map(({ name }) => name);
}

/** Creates a Vitest step. Except in a full run, the step ends after ten failures. */
function vitestStep({ name, report, args, needs, isFull }) {
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const bail = isFull ? [] : ["--bail=10"];
  return {
    name,
    needs,
    run: () => runTool("vitest", ["run", ...args, ...bail, ...options], { label: `The ${name}` }),
  };
}

function unitStep(args, isFull) {
  const needs = ["dependencies", ...namesOf([...STATIC, ...BUILDS])];
  return vitestStep({ name: "unit and screen tests", report: unitReport, args, needs, isFull });
}

function buildStep(args, isFull) {
  const needs = [...namesOf(BUILDS), "unit and screen tests"];
  return vitestStep({ name: "tests of the builds", report: buildReport, args, needs, isFull });
}

function browserStep(args, isFull) {
  const config = ["test", "--config", "test/browser/playwright.config.ts"];
  const limit = isFull ? [] : ["--max-failures=3"];
  return {
    name: "browser tests",
    needs: ["browser", ...namesOf(BUILDS), "tests of the builds"],
    run: () => runTool("@playwright/test", [...config, ...limit, ...args], { label: "The browser tests" }),
  };
}

function allSteps(isFull) {
  return [
    ...setupSteps(isFull),
    ...STATIC,
    ...BUILDS,
    unitStep(["--project=!build"], isFull),
    buildStep(["--project=build"], isFull),
    browserStep([], isFull),
  ];
}

/** Returns the steps that the matching tests need. Excludes the browser and builds when no test uses them. */
function stepsOf({ paths, title }, isFull) {
  const ofKind = (kind) => paths.filter((path) => kindOfTest(path) === kind);
  const [unit, build, browser] = ["unit", "build", "browser"].map(ofKind);
  const titleArgs = (flag) => (title === undefined ? [] : [flag, escapeRegex(title)]);
  const hasBrowser = browser.length > 0;
  return [
    ...setupSteps(isFull).filter(({ name }) => name !== "browser" || hasBrowser),
    ...(hasBrowser || build.length > 0 ? BUILDS : []),
    ...(unit.length > 0 ? [unitStep([...unit, ...titleArgs("-t")], isFull)] : []),
    ...(build.length > 0 ? [buildStep([...build, ...titleArgs("-t")], isFull)] : []),
    ...(hasBrowser ? [browserStep([...browser.map(escapeRegex), ...titleArgs("-g")], isFull)] : []),
  ];
}

function readArguments() {
  const args = process.argv.slice(2);
  const words = args.filter((arg) => !arg.startsWith("-"));
  const isFull = args.includes("--full");
  const unknown = args.find((arg) => arg.startsWith("-") && arg !== "--full");
  if (unknown !== undefined) throw new StepError(`Unknown option ${unknown}.\n${HELP}`);
  if (words.length === 0) return { isFull, steps: allSteps(isFull) };
  const chosen = chooseTests(words, readTestFiles());
  if (chosen === undefined)
    throw new StepError(
      `No test matches “${words.join(" ")}”. Enter a part of a test's file path or title, such as: npm test -- subscription-list`,
    );
  return { isFull, steps: stepsOf(chosen, isFull), isChosen: true };
}

function readReports() {
  return REPORT_FILES.map((path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined));
}

function formatSecondsSince(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function describeStep({ name, ms, error }) {
  if (error === undefined) return `  ok      ${name}, ${formatSecondsSince(ms)}`;
  return `  FAILED  ${name}, ${formatSecondsSince(ms)}: ${error instanceof StepError ? error.message : error.stack}`;
}

async function main() {
  const { isFull, steps, isChosen = false } = readArguments();
  const seed = readSeed(isFull ? "all" : process.env.TEST_SEED);
  // All tools read the seed from this variable.
  process.env.TEST_SEED = String(seed);
  console.log(describeSeed(seed));
  mkdirSync(CACHE_FOLDER, { recursive: true });
  // Deletes reports of earlier runs, so that they aren't counted.
  for (const report of REPORT_FILES) rmSync(report, { force: true });
  const started = performance.now();
  const results = await runSteps(steps, { limit: availableParallelism() });
  const ran = new Set(namesOf(results));
  const lines = [
    ...results.map(describeStep),
    ...namesOf(steps)
      .filter((name) => !ran.has(name))
      .map((name) => `  not run ${name}`),
    `  ${formatSecondsSince(performance.now() - started)} in all`,
    `  ${describeSeed(seed)}`,
  ];
  if (isFull) {
    const slowest = slowestTests(readReports(), 20, root);
    lines.push("", ...slowest.map(({ name, ms }) => `  ${formatSecondsSince(ms).padStart(8)}  ${name}`));
  }
  console.log(`\n── summary\n${lines.join("\n")}\n`);
  const { passed, failed, skipped } = countTests(readReports());
  const hasFailed = results.some(({ error }) => error !== undefined);
  // If a step such as the linter has failed but no test has, the summary counts one failure.
  const allFailed = hasFailed ? Math.max(failed, 1) : failed;
  if (isChosen && passed + allFailed === 0)
    throw new StepError(
      "No test ran. The sample may leave the matching tests out: npm run test:full -- <pattern> runs them all.",
    );
  console.log(`${passed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exit(allFailed > 0 ? 1 : 0);
}

main().catch(exitWithError);
