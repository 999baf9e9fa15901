// Finds the Chromium that browser tests and measurements drive, or installs Debian's.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, StepError } from "./steps.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = [
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

/** Path of the browser; undefined when there is none. CHROMIUM_PATH overrules the search. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== "") {
    if (!isRunnable(given)) throw new StepError(`CHROMIUM_PATH names ${given}, which cannot be run.`);
    return given;
  }
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...PLACES, ...onPath].find(isRunnable);
}

/** The words before `apt-get`: none for root, sudo where it asks for no password; undefined where neither works. */
function privilege() {
  if (process.getuid?.() === 0) return [];
  return spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0 ? ["sudo", "-n"] : undefined;
}

async function installChromium() {
  const before = existsSync("/usr/bin/apt-get") ? privilege() : undefined;
  if (before === undefined)
    throw new StepError(
      "The browser tests need Chromium or Chrome: install one (Debian: sudo apt-get install chromium), or name it in CHROMIUM_PATH.",
    );
  console.log("Installing Chromium for the browser tests …");
  const apt = (...args) => {
    const [command, ...rest] = [...before, "apt-get", "-q", ...args];
    return run(command, rest, { env: { DEBIAN_FRONTEND: "noninteractive" } });
  };
  await apt("update");
  await apt("install", "-y", "--no-install-recommends", "chromium");
}

/** Path of a browser that is surely there; throws a sentence that says what to install. */
export async function ensureChromium() {
  if (findChromium() === undefined) await installChromium();
  const path = findChromium();
  if (path === undefined)
    throw new StepError("Chromium was installed but cannot be found: name it in CHROMIUM_PATH.");
  return path;
}
