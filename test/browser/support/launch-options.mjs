// Launch options of all browser tests and benchmarks.
import { findChromium } from "../../../.scripts/chromium.mjs";

/**
 * Returns options for Playwright's `chromium.launch`: the installed browser, without background requests to other
 * hosts.
 */
export function launchOptions() {
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath: findChromium(),
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...(isRoot ? ["--no-sandbox"] : []),
    ],
  };
}
