// Finds Chromium or Chrome for the browser tests. Run as a script, it also installs Debian's headless shell if there is
// no browser.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Commands, the fastest first. The first and the last Debian name are also names of packages. */
const PACKAGES = ["chromium-headless-shell", "chromium"];
const COMMANDS = [...PACKAGES, "chrome-headless-shell", "chromium-browser", "google-chrome", "chrome"];
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/snap/bin"];

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of an installed browser, or undefined. `CHROMIUM_PATH` overrides the search. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const paths = COMMANDS.flatMap((name) => FOLDERS.map((folder) => join(folder, name)));
  return [...paths, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"].find(isRunnable);
}

/** Options for Playwright's `chromium.launch`: the installed browser, without requests to other hosts. */
export function launchOptions() {
  const args = ["--disable-background-networking", "--disable-component-update", "--no-first-run"];
  // As root, Chromium doesn't start in its sandbox.
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  const executablePath = findChromium();
  return executablePath === undefined ? { args } : { executablePath, args };
}

function installChromium() {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", ...args];
    return spawnSync(command, rest, { stdio: ["ignore", "inherit", "inherit"] }).status === 0;
  };
  console.log("Installing Chromium for the browser tests …");
  apt("update");
  PACKAGES.find((name) => apt("install", "-y", "--no-install-recommends", name));
}

if (process.argv[1] === fileURLToPath(import.meta.url) && findChromium() === undefined) {
  installChromium();
  if (findChromium() === undefined) {
    console.error(
      `The browser tests need Chromium or Chrome. Install one (Debian: sudo apt-get install ${PACKAGES[0]}), or set its path in CHROMIUM_PATH.`,
    );
    process.exit(1);
  }
}
