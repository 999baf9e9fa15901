// `npm test`: all checks and tests. `npm test -- <pattern>`: the tests whose file path or title contains the pattern.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Runs a command of package.json or node_modules. Exits when it fails. */
async function run(command, ...args) {
  console.log(`\n── ${[command, ...args].join(" ")}`);
  const started = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  if (code !== 0) process.exit(code ?? 1);
  console.log(`── ${command} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

const installBrowser = () => run("node", ".scripts/chromium.mjs");

async function runBrowserTests(...args) {
  await run("npm", "run", "--silent", "build");
  await run("playwright", "test", "--config", "test/browser", ...args);
}

async function runAll() {
  const browser = installBrowser();
  await run("npm", "run", "--silent", "check");
  await run("vitest", "run");
  await browser;
  await runBrowserTests();
}

/** Matches the first argument of `it(…)`, `test(…)` or `describe(…)`, and of the second call in `it.each(…)(…)`. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(?:"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;
/** Matches the parts of a title that are known only at run time. */
const VARIABLE = /\$\{[^}]*\}|\$[\w.]+|%[a-z]/;

const escapeRegex = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function hasTitle(path, text) {
  return [...readFileSync(path, "utf8").matchAll(TITLE)].some(([, quoted, template]) => {
    const parts = (quoted ?? template).split(VARIABLE);
    if (parts.some((part) => part.includes(text))) return true;
    // A title with little fixed text would match many other texts.
    return (
      parts.join("").length > text.length / 2 &&
      new RegExp(`^${parts.map(escapeRegex).join(".+")}$`, "s").test(text)
    );
  });
}

async function runMatching(words) {
  const all = ["src", "test"]
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => `${folder}/${path}`))
    .filter((path) => /\.(?:test\.tsx?|spec\.ts)$/.test(path));
  const isIn = (word) => (path) => path.toLowerCase().includes(word.toLowerCase());
  const isPath = words.every((word) => all.some(isIn(word)));
  const text = words.join(" ");
  const paths = all.filter((path) =>
    isPath ? words.some((word) => isIn(word)(path)) : hasTitle(path, text),
  );
  if (paths.length === 0) {
    console.error(`No test matched “${text}”. Enter a part of a test's file path or title.`);
    process.exit(1);
  }
  const title = (flag) => (isPath ? [] : [flag, escapeRegex(text)]);
  const unit = paths.filter((path) => !path.endsWith(".spec.ts"));
  const browser = paths.filter((path) => path.endsWith(".spec.ts"));
  if (unit.length > 0) await run("vitest", "run", ...unit, ...title("-t"));
  if (browser.length === 0) return;
  await installBrowser();
  await runBrowserTests(...browser.map(escapeRegex), ...title("-g"));
}

const words = process.argv.slice(2);
await (words.length === 0 ? runAll() : runMatching(words));
