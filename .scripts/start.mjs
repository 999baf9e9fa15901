// `npm start`: everything from a fresh clone to an address to open.
import { join } from "node:path";
import { ensureBuild, ensureDependencies, fail, root } from "./steps.mjs";

async function start() {
  await ensureDependencies();
  await ensureBuild("demo");
  const { serve } = await import("./serve.mjs");
  const port = Number(process.env.PORT ?? 4173);
  const { url, close } = await serve({
    folder: join(root, "dist"),
    port,
    host: process.env.HOST ?? "127.0.0.1",
  });
  console.log(`\nEnvirons, with demo data, is at  ${url}/\nStop it with Ctrl C.`);
  const stop = () => close().then(() => process.exit(0));
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

start().catch(fail);
