// Runs tools, and checks whether dependencies and builds are up to date. Shared by all scripts.
import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An error whose message is sufficient, so that no stack trace is printed. */
export class StepError extends Error {
  constructor(message) {
    super(message);
    this.stack = message;
  }
}

const outputs = new AsyncLocalStorage();

/**
 * Runs an action. Sends the output of `say()` and of the action's commands to `write` instead of
 * the terminal.
 */
export function withOutput(write, action) {
  return outputs.run(write, action);
}

export function say(line) {
  const write = outputs.getStore() ?? ((text) => process.stdout.write(text));
  write(`${line}\n`);
}

/** Preserves the colors of commands whose output passes through withOutput(). */
const COLORS = process.stdout.isTTY && process.env.NO_COLOR === undefined ? { FORCE_COLOR: "1" } : {};

/** Runs a command and shows its output. Rejects when the command fails. */
export function run(command, args, { env = {}, label = [command, ...args].join(" ") } = {}) {
  return new Promise((resolve, reject) => {
    const write = outputs.getStore();
    const output = write === undefined ? "inherit" : "pipe";
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", output, output],
      env: { ...process.env, ...(write === undefined ? {} : COLORS), ...env },
    });
    child.stdout?.setEncoding("utf8").on("data", write);
    child.stderr?.setEncoding("utf8").on("data", write);
    child.on("error", (error) => reject(new StepError(`${label} cannot be run: ${error.message}`)));
    child.on("close", (code, signal) =>
      code === 0 ? resolve() : reject(new StepError(`${label} ended with ${signal ?? `exit code ${code}`}`)),
    );
  });
}

/** Runs a tool from node_modules. Works the same way on every system. */
export function runTool(name, args, options = {}) {
  const folder = join(root, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const script = typeof bin === "string" ? bin : Object.values(bin)[0];
  return run(process.execPath, [join(folder, script), ...args], {
    label: `${name} ${args.join(" ")}`,
    ...options,
  });
}

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/**
 * Whether node_modules matches package-lock.json. Ignores peer dependencies and optional packages.
 * Optional packages depend on the machine.
 */
function isInstalled() {
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(
    ([path, { version, optional, devOptional, peer }]) =>
      path === "" || optional || devOptional || peer || installed[path]?.version === version,
  );
}

export async function ensureDependencies() {
  if (isInstalled()) return;
  say("Installing the dependencies …");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  if (npm?.endsWith(".js")) await run(process.execPath, [npm, ...args], { label: "npm ci" });
  else await run(process.platform === "win32" ? "npm.cmd" : "npm", args);
}

function getNewestMtime(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const times = readdirSync(path).map((name) => getNewestMtime(join(path, name)));
  return Math.max(stats.mtimeMs, ...times);
}

const SOURCES = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  ".scripts/compress-build.ts",
  ".scripts/style-singleton.ts",
  ".scripts/licenses.ts",
  ".scripts/cookie-store-stub.ts",
  ".scripts/run-early-entry-first.ts",
  ".scripts/service-worker.js",
  ".scripts/service-worker-plugin.ts",
];

function isBuildFresh(product) {
  const built = getNewestMtime(join(root, product));
  return built > 0 && SOURCES.every((path) => getNewestMtime(join(root, path)) < built);
}

const BUILDS = {
  demo: { product: "dist/index.html", args: [] },
  live: { product: "dist-live/index.html", args: ["--mode", "live"] },
  emulator: { product: "dist-emulator/node-server.js", args: ["--ssr", "src/emulator/hosts/node-server.ts"] },
};

/** Creates one of the three builds, if it is missing or older than its sources. */
export async function ensureBuild(name) {
  const { product, args } = BUILDS[name];
  if (isBuildFresh(product)) return;
  await runTool("vite", ["build", "--logLevel", "warn", ...args]);
}

/** Exits with an error. For a StepError, prints only the message. */
export function exitWithError(error) {
  console.error(error instanceof StepError ? error.message : error);
  process.exit(1);
}
