// `npm run emulator`: serves the emulated backend over HTTP.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuild, ensureDependencies, exitWithError, root } from "./steps.mjs";

async function start() {
  await ensureDependencies();
  await ensureBuild("emulator");
  await import(pathToFileURL(join(root, "dist-emulator", "node-server.js")).href);
}

start().catch(exitWithError);
