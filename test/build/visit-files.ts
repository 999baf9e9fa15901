import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type Build = "dist" | "dist-live";

/** A chunk of Vite's build manifest. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Keys of the chunks that it imports statically. */
  readonly imports?: readonly string[];
}

/** Modules that the list imports as soon as it shows its rows. */
const BEHIND = [
  "src/features/subscriptions/health/health-summary.tsx",
  "src/features/subscriptions/list/subscription-view-options.tsx",
  "src/features/subscriptions/search/subscription-search.ts",
];

/** Modules that the app imports by a timer, seconds after its start. */
const LATER = ["src/app/pwa/deferred-startup.ts", "src/app/pwa/app-update.ts", "src/app/tour/tour.tsx"];

/** Files of a build by the time at which the first visit to the subscription list needs them. */
export interface VisitFiles {
  /** Needed for the first rows, without the emulated backend. */
  readonly start: ReadonlySet<string>;
  /** The emulated backend; empty in the live build. */
  readonly emulator: ReadonlySet<string>;
  /** Fetched once the rows are shown. */
  readonly behind: ReadonlySet<string>;
  readonly later: ReadonlySet<string>;
}

/** Reads from the import graph of a build which files a first visit needs. */
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
