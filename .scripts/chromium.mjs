// Finds or installs Chromium for browser tests and benchmarks. Prefers the headless shell, which
// runs the tests twice as fast as headed Chromium.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, StepError, say } from "./steps.mjs";

/** Debian package names. Each package has a command of the same name. */
const SHELL = "chromium-headless-shell";
const FULL = "chromium";

const APT = "/usr/bin/apt-get";

const SHELL_NAMES = [SHELL, "chrome-headless-shell"];
const SHELL_PATHS = [`/usr/bin/${SHELL}`];
const FULL_NAMES = [FULL, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const FULL_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ...[process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, "Google", "Chrome", "Application", "chrome.exe")),
];

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findOne(paths, names) {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...paths, ...onPath].find(isRunnable);
}

function givenPath() {
  const given = process.env.CHROMIUM_PATH;
  if (given === undefined || given === "") return undefined;
  if (!isRunnable(given)) throw new StepError(`CHROMIUM_PATH is ${given}, which cannot be run.`);
  return given;
}

const findShell = () => findOne(SHELL_PATHS, SHELL_NAMES);

/** Returns the path of headed Chromium or Chrome. Returns undefined if neither is installed. */
const findFull = () => findOne(FULL_PATHS, FULL_NAMES);

export function findChromium() {
  return givenPath() ?? findShell() ?? findFull();
}

/**
 * Returns the prefix of the `apt-get` command: empty for root, or sudo if it needs no password.
 * Returns undefined if apt can't be run.
 */
function getPrivilegePrefix() {
  if (!existsSync(APT)) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0 ? ["sudo", "-n"] : undefined;
}

function apt(before, ...args) {
  const [command, ...rest] = [...before, APT, "-q", ...args];
  return run(command, rest, { env: { DEBIAN_FRONTEND: "noninteractive" } });
}

/** Whether apt's current lists contain the package. The lists may be missing or outdated. */
function isListed(name) {
  return spawnSync(APT, ["--dry-run", "install", name], { stdio: "ignore" }).status === 0;
}

/** Installs the first package that this Debian or Ubuntu release has. */
async function install(before, names) {
  say("Installing Chromium for the browser tests …");
  await apt(before, "update");
  const name = names.find(isListed) ?? names.at(-1);
  await apt(before, "install", "-y", "--no-install-recommends", name);
}

export async function ensureChromium() {
  const found = givenPath() ?? findShell();
  if (found !== undefined) return found;
  const full = findFull();
  const before = getPrivilegePrefix();
  if (full === undefined) {
    if (before === undefined)
      throw new StepError(
        `The browser tests need Chromium or Chrome. Install one (Debian: sudo apt-get install ${SHELL}), or set its path in CHROMIUM_PATH.`,
      );
    await install(before, [SHELL, FULL]);
  } else if (before !== undefined && isListed(SHELL)) {
    // A failure isn't fatal, because the tests also run in headed Chromium, only more slowly.
    await install(before, [SHELL]).catch((error) => say(error.message));
  }
  const path = findChromium();
  if (path === undefined)
    throw new StepError("Chromium was installed but was not found. Set its path in CHROMIUM_PATH.");
  return path;
}

export async function ensureFullChromium() {
  const before = findFull() === undefined ? getPrivilegePrefix() : undefined;
  if (before !== undefined) await install(before, [FULL]).catch((error) => say(error.message));
  return findFull();
}
