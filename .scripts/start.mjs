// `npm start`: installs, builds, and serves the app. Works on a fresh clone.
import { join } from "node:path";
import { ensureBuild, ensureDependencies, exitWithError, root } from "./steps.mjs";

/** Serves the app with demo data, or with a proxy to the server in ENVIRONS_UPSTREAM. */
async function openSite(place) {
  // Imported here, because these modules need the dependencies that were just installed.
  const { parseUpstream, serveWithProxy } = await import("./dev-proxy.mjs");
  const { serve } = await import("./serve.mjs");
  const upstream = parseUpstream();
  await ensureBuild(upstream === undefined ? "demo" : "live");
  if (upstream === undefined)
    return { ...(await serve({ folder: join(root, "dist"), ...place })), what: "with demo data" };
  const site = await serveWithProxy({ build: "dist-live", upstream, ...place });
  return { ...site, what: `in front of ${upstream}` };
}

async function startApp() {
  await ensureDependencies();
  const port = Number(process.env.PORT ?? 4173);
  const { url, what, close } = await openSite({ port, host: process.env.HOST ?? "127.0.0.1" });
  console.log(`\nEnvirons, ${what}, is at  ${url}/\nStop it with Ctrl C.`);
  const stop = () => close().then(() => process.exit(0));
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

startApp().catch(exitWithError);
