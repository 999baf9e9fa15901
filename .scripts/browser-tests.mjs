import { ensureChromium } from "./chromium.mjs";
import { ensureBuild, ensureDependencies, runTool } from "./steps.mjs";

/**
 * Runs the browser tests after installing and building their prerequisites. `args` are extra
 * Playwright arguments.
 */
export async function runBrowserTests(args = [], options = {}) {
  await ensureDependencies();
  await ensureChromium();
  for (const name of ["demo", "live", "emulator"]) await ensureBuild(name);
  const config = ["test", "--config", "test/browser/playwright.config.ts"];
  await runTool("@playwright/test", [...config, ...args], { label: "The browser tests", ...options });
}
