// Installs and builds the programs in `peers`, with which the app is compared.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import sirv from "sirv";
import { build } from "vite";
import { COMMON_HEADERS, getCacheControl } from "../../.scripts/headers.mjs";
import { root } from "../../.scripts/steps.mjs";

const SOURCES = join(root, "test", "bench", "peers");
const BUILDS = join(root, ".cache", "peers");
const MANIFEST = join(SOURCES, "package.json");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Installs the peers' packages. They aren't dependencies of the app. */
function installPackages() {
  const installed = join(SOURCES, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs > statSync(MANIFEST).mtimeMs) return;
  console.log("Installing the packages of the peers …");
  execFileSync(npm, ["install", "--no-package-lock", "--no-audit", "--no-fund", "--legacy-peer-deps"], {
    cwd: SOURCES,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}

function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (/\.(?:js|css|html)$/.test(name)) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
}

/** Builds a peer for production and returns the output folder. */
export async function buildPeer(name) {
  installPackages();
  const outDir = join(BUILDS, name);
  await build({
    configFile: false,
    root: join(SOURCES, name),
    logLevel: "error",
    plugins: [react()],
    resolve: { alias: { "@": join(root, "src") } },
    build: { outDir, emptyOutDir: true, target: "es2023", chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
  });
  compressFiles(outDir);
  return outDir;
}

/**
 * Serves a peer as the app is served, compressed and cached. Sends no Content Security Policy,
 * because react-admin's styles violate the app's policy.
 */
export async function servePeer(folder) {
  const files = sirv(folder, {
    brotli: true,
    etag: true,
    single: true,
    setHeaders: (response, pathname) =>
      response.setHeaders(
        new Map(Object.entries({ ...COMMON_HEADERS, "Cache-Control": getCacheControl(pathname) })),
      ),
  });
  const server = createServer(files);
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
