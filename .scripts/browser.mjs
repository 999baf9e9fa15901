// `npm run browser -- [file] [--project demo|live] …`: the browser tests alone, on fresh builds.
import { ensureChromium } from "./chromium.mjs";
import { ensureBuild, ensureDependencies, fail, runTool } from "./steps.mjs";

/** Runs the browser tests after all they need is there; further arguments go to Playwright. */
export async function runBrowserTests(args = [], options = {}) {
  await ensureDependencies();
  await ensureChromium();
  for (const name of ["demo", "live", "emulator"]) await ensureBuild(name);
  const config = ["test", "--config", "test/browser/playwright.config.ts"];
  await runTool("@playwright/test", [...config, ...args], { label: "The browser tests", ...options });
}

if (process.argv[2] === "browser") runBrowserTests(process.argv.slice(3)).catch(fail);
