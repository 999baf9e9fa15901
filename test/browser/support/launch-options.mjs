// How every test and measurement starts the browser.
import { findChromium } from "../../../.scripts/chromium.mjs";

/** Options for Playwright's `chromium.launch`: the machine's own browser, without its errands to other hosts. */
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
