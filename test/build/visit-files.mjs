// Determines which files of a build the first visit to the subscription list needs, and their compressed size.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Modules that the list imports after it shows its rows. */
const BEHIND = [
  "src/data/capabilities/note-served-records.ts",
  "src/data/catalog/load-source-names.ts",
  "src/app/shell/health-count-content.tsx",
  "src/features/subscriptions/health/health-summary.tsx",
  "src/features/subscriptions/list/subscription-view-options.tsx",
  "src/features/subscriptions/search/subscription-search.ts",
];

/** Modules that no page waits for. `readVisitFiles` adds pages other than the subscription list. */
const LATER = [
  "src/app/connect/enforce-pin.ts",
  "src/app/notices/connection-notices.tsx",
  "src/app/pwa/deferred-startup.ts",
  "src/app/pwa/app-update.ts",
  "src/app/routes/background-tasks.ts",
  "src/app/tour/tour.tsx",
];

function readVisitFiles(build) {
  const manifest = JSON.parse(readFileSync(join(root, build, ".vite", "manifest.json"), "utf8"));
  const filesOf = (modules) => {
    const chunks = new Map();
    const waiting = [...modules];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (chunks.has(key)) continue;
      const chunk = manifest[key];
      if (chunk === undefined) throw new Error(`${build} has no chunk ${key}`);
      chunks.set(key, chunk);
      waiting.push(...(chunk.imports ?? []));
    }
    return new Set([...chunks.values()].flatMap(({ file, css = [] }) => [file, ...css]));
  };
  const without = (files, ...others) =>
    new Set([...files].filter((file) => !others.some((other) => other.has(file))));

  const start = filesOf(Object.keys(manifest).filter((key) => manifest[key].name === "start"));
  const emulator = build === "dist" ? without(filesOf(["src/emulator/hosts/browser.ts"]), start) : new Set();
  const behind = without(filesOf(BEHIND), start, emulator);
  const fonts = new Set([manifest["src/ui/theme/inter.woff2"].file]);
  const pages = Object.keys(manifest).filter((key) => key.endsWith(".page.tsx"));
  // The demo's content is added after the first response.
  const demoContent = build === "dist" ? ["src/app/demo/demo-content.ts"] : [];
  const later = without(filesOf([...LATER, ...pages, ...demoContent]), start, emulator, behind);
  return { start, emulator, behind, fonts, later };
}

function compressedSize(build, files, ending = "") {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return [...files]
    .filter((file) => file.endsWith(ending))
    .reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(join(root, build, file)), { params }).length,
      0,
    );
}

export function measureVisitSizes() {
  const live = readVisitFiles("dist-live");
  const demo = readVisitFiles("dist");
  const demoBytes = compressedSize("dist", [...demo.start, ...demo.emulator]);
  return [
    {
      name: "JavaScript, live",
      bytes: compressedSize("dist-live", live.start, ".js"),
      atLeast: 50_000,
      budget: 137_900,
    },
    {
      name: "CSS, live",
      bytes: compressedSize("dist-live", live.start, ".css"),
      atLeast: 1_000,
      budget: 14_000,
    },
    {
      // Contains search, the buttons for views and columns, and health.
      name: "fetched after the first rows",
      bytes: compressedSize("dist-live", live.behind),
      atLeast: 1_000,
      budget: 25_000,
    },
    {
      // Fetched with low priority, and only if the system has no good interface font.
      name: "fonts",
      bytes: compressedSize("dist-live", live.fonts),
      atLeast: 10_000,
      budget: 27_000,
    },
    {
      name: "added by the emulated backend",
      bytes: demoBytes - compressedSize("dist-live", live.start),
      atLeast: 1_000,
      budget: 60_000,
    },
  ];
}
