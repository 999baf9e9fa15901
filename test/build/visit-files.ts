import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type Build = "dist" | "dist-live";

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Keys of statically imported chunks. */
  readonly imports?: readonly string[];
}

/** Imported by the list after its first rows. */
const BEHIND = [
  "src/features/subscriptions/health/health-summary.tsx",
  "src/features/subscriptions/list/subscription-view-options.tsx",
  "src/features/subscriptions/search/subscription-search.ts",
];

/** Imported by a timer, seconds after the start. */
const LATER = ["src/app/pwa/deferred-startup.ts", "src/app/pwa/app-update.ts", "src/app/tour/tour.tsx"];

/** Files of a first visit to the subscription list, by load time. */
export interface VisitFiles {
  /** Needed for the first rows, without the emulator. */
  readonly start: ReadonlySet<string>;
  /** The emulator. Empty in a live build. */
  readonly emulator: ReadonlySet<string>;
  /** Loaded after the first rows. */
  readonly behind: ReadonlySet<string>;
  readonly later: ReadonlySet<string>;
}

/** Determines the files of a first visit from a build's import graph. */
export function readVisitFiles(build: Build): VisitFiles {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(root, build, ".vite", "manifest.json"), "utf8"),
  );
  const filesOf = (modules: readonly string[]): ReadonlySet<string> => {
    const chunks = new Map<string, Chunk>();
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
  const without = (files: ReadonlySet<string>, ...others: readonly ReadonlySet<string>[]) =>
    new Set([...files].filter((file) => !others.some((other) => other.has(file))));

  const start = filesOf(["index.html", "src/early-fetch-entry.ts"]);
  const emulator =
    build === "dist" ? without(filesOf(["src/emulator/hosts/browser.ts"]), start) : new Set<string>();
  const behind = without(filesOf(BEHIND), start, emulator);
  return { start, emulator, behind, later: without(filesOf(LATER), start, emulator, behind) };
}
