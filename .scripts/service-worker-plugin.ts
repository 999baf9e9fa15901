import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SOURCE = fileURLToPath(new URL("service-worker.js", import.meta.url));
/**
 * Files whose names don't change. Excludes `config.json`, because the site's server setting must
 * never come from the cache.
 */
const PUBLIC_FILES = [
  "/icon.svg",
  "/icon-192.png",
  "/icon-512.png",
  "/icon-maskable-512.png",
  "/manifest.json",
];

/** Writes the build's service worker, which contains the names of the build's files. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const entry = outputs.find(
          (output) => output.type === "chunk" && output.moduleIds.some((id) => id.endsWith("/src/main.tsx")),
        );
        if (entry === undefined) this.error("The build has no entry.");
        const built = outputs.flatMap(({ fileName }) =>
          fileName.startsWith("assets/") ? `/${fileName}` : [],
        );
        const files = [...built.toSorted(), ...PUBLIC_FILES];
        const build = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12);
        const source = readFileSync(SOURCE, "utf8")
          .replace("__BUILD__", build)
          .replace("__ENTRY__", `/${entry.fileName}`)
          .replace('["__FILES__"]', JSON.stringify(files));
        this.emitFile({ type: "asset", fileName: "service-worker.js", source });
      },
    },
  };
}
