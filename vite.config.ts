import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { compressPlugin } from "./.scripts/compress-build.ts";
import { devProxy } from "./.scripts/dev-proxy.mjs";
import { licensesPlugin } from "./.scripts/licenses.ts";
import { markdownPagesPlugin } from "./.scripts/markdown-pages.ts";
import { runEarlyEntryFirst } from "./.scripts/run-early-entry-first.ts";
import { serviceWorkerPlugin } from "./.scripts/service-worker-plugin.ts";

const src = fileURLToPath(new URL("./src", import.meta.url));
const noCookies = fileURLToPath(new URL("./.scripts/cookie-store-stub.ts", import.meta.url));
const constructedStyles = fileURLToPath(new URL("./.scripts/style-singleton.ts", import.meta.url));

// All machines run tests in the same time zone, which differs from UTC and has daylight saving time.
if (process.env["VITEST"] !== undefined) process.env["TZ"] = "Europe/Berlin";

// The default build contains both backends. `--mode live` omits the emulator, and `--ssr` builds
// the emulator for Node.
function getOutDir(mode: string, isSsrBuild: boolean): string {
  if (isSsrBuild) return "dist-emulator";
  return mode === "live" ? "dist-live" : "dist";
}

// Every visit loads the app itself, and nearly every visit opens the subscription list.
const START_ENTRIES = ["main.tsx", "features/subscriptions/list/subscription-list.page.tsx"];

/** Sends the first request before the other chunks have loaded. */
const EARLY_ENTRY = "early-fetch-entry.ts";

// Libraries whose imported modules are all needed at startup. Excludes TanStack's modules for
// parallel queries and mutations.
const WHOLE_PACKAGES =
  /node_modules\/(?:react-dom\/.*client|scheduler|react-router|react-router-dom|@mantine\/core\/styles\/|@tanstack\/(?!.*\/(?:useQueries|queriesObserver|useMutation|mutationObserver)\.js))/;

// Modules that the start entries share with other pages. Without this list, the bundler would put
// them in separate files.
const SHARED_PACKAGES =
  /node_modules\/(?:(?:react|react-dom|clsx)\/|zod\/v4\/(?:core\/(?:util|core|errors|parse|regexes|checks|versions|schemas|api)|mini\/(?:schemas|iso))\.js)/;

/** These modules have their own chunk, because the browser compiles two chunks in parallel. */
const REACT = /node_modules\/(?:react|react-dom|scheduler)\//;

/**
 * Style sheets that many pages share. They are in one chunk, because most of them are tiny. Excludes
 * saved views, which the list shows right after its rows.
 */
const SHARED_STYLES = /\/(?:src\/ui\/(?!saved-views\/)|@mantine\/core\/styles\/).*\.css$/;

/** Chunks that are looked up by name, so their names must not change. */
const NAMED_CHUNKS =
  /^(?:start|react|early|subscription-changes|bulk-job-host|deferred-startup|palette|confirm-dialog|(?:subscription-list|subscription-edit|offboard)\.page)$/;

function nameChunk({ name }: { readonly name: string }): string {
  if (NAMED_CHUNKS.test(name)) return "assets/[name]-[hash:7].js";
  return name.endsWith(".page") ? "assets/page-[hash:7].js" : "assets/[hash:7].js";
}

/**
 * React Router creates components with function calls and classes, and then names them. Bundlers
 * treat this as side effects, so they can't remove unused components. This plugin marks the code as
 * pure and removes the names. It also removes the warnings and messages for developers, because the
 * package resolves to its development build.
 */
function trimReactRouter() {
  return {
    name: "trim-react-router",
    apply: "build" as const,
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/.*\.mjs$/ },
      handler: (code: string) => ({
        code: code
          .replace("var ENABLE_DEV_WARNINGS = true;", "var ENABLE_DEV_WARNINGS = false;")
          .replace(/^ +`(?:[^` ]+ ){3,}[^`]*`$/gm, '""')
          .replace(/(?<== )React\d+\.(?:forwardRef|createContext)\(/g, "/* @__PURE__ */ $&")
          .replace(/^\w+\.displayName = .*;$/gm, "")
          .replace(
            /^var (\w+) = (class extends React\d+\.Component \{\n[^]*?^\});$/gm,
            "var $1 = /* @__PURE__ */ (() => $2)();",
          ),
        map: null,
      }),
    },
  };
}

/** Mantine replaces the ID of each field in an effect, which renders the field twice. React's ID suffices. */
function keepFirstIds() {
  const replacement = "setUuid(randomId());";
  return {
    name: "keep-first-ids",
    apply: "build" as const,
    transform: {
      filter: { id: /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
      handler(code: string) {
        if (!code.includes(replacement)) throw new Error("Mantine's useId has changed");
        return { code: code.replace(replacement, ""), map: null };
      },
    },
  };
}

/**
 * Makes V8 compile all functions of the first chunks on other threads, while they are downloaded. Otherwise, the main
 * thread compiles each function when it is first called. The comment must be at the top of the file.
 */
function compileStartEarly() {
  return {
    name: "compile-start-early",
    generateBundle: {
      order: "post" as const,
      handler(_options: unknown, bundle: Rolldown.OutputBundle) {
        for (const file of Object.values(bundle))
          if (file.type === "chunk" && (file.name === "start" || file.name === "react")) {
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
          }
      },
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Returns all modules that the entries import, including the entries. */
function collectImports(entries: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = entries.map((path) => `${src}/${path}`);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    // Skips other libraries, because a library's index imports all its parts, needed or not.
    if (found.has(next) || (next.includes("/node_modules/") && !WHOLE_PACKAGES.test(next))) continue;
    found.add(next);
    queue.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}

/**
 * Returns a function that names the chunks of modules that every visit loads first. The early
 * request needs only a few of these modules and doesn't wait for the rest. The rest is in two
 * chunks, because they compress better than about thirty small ones. All other modules are split as
 * usual, except style sheets.
 */
function createChunkNamer() {
  let earlyModules: ReadonlySet<string> | undefined;
  let startModules: ReadonlySet<string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    earlyModules ??= collectImports([EARLY_ENTRY], graph);
    startModules ??= collectImports(START_ENTRIES, graph);
    if (earlyModules.has(id)) return "early";
    if (!SHARED_PACKAGES.test(id) && !startModules.has(id)) return SHARED_STYLES.test(id) ? "styles" : null;
    return REACT.test(id) ? "react" : "start";
  };
}

/** Time limit per test. Long, because the machine may be shared and slow. Benchmarks measure speed. */
const TEST_TIMEOUT_MS = 30_000;

/**
 * Tests that replace or reload modules need their own process. All other tests share a process per worker, with one
 * DOM and one copy of the app.
 */
const ISOLATED = [
  // Replaces the dialog's code with code that fails to load.
  "src/ui/overlay/confirm.missing-chunk.test.tsx",
  // Replaces the interface of bulk actions with code that fails to load.
  "src/app/shell/bulk-job-host.test.tsx",
  // Reloads the app for each browser page.
  "test/contract/offboarding.test.ts",
];

export default defineConfig(({ mode, isSsrBuild = false }) => {
  const outDir = getOutDir(mode, isSsrBuild);
  return {
    plugins: [
      react(),
      markdownPagesPlugin(),
      trimReactRouter(),
      keepFirstIds(),
      devProxy(),
      ...(isSsrBuild
        ? []
        : [
            runEarlyEntryFirst(),
            compileStartEarly(),
            licensesPlugin(),
            serviceWorkerPlugin(),
            compressPlugin(outDir),
          ]),
    ],
    define: { __WITH_EMULATOR__: JSON.stringify(mode !== "live") },
    resolve: {
      alias: [
        { find: "@", replacement: src },
        { find: /^\.\.\/cookieStore\.mjs$/, replacement: noCookies },
        { find: "react-style-singleton", replacement: constructedStyles },
      ],
    },
    // By default, Vite also scans the pages of the benchmark's peers, which have their own copy of React.
    optimizeDeps: { entries: ["index.html"] },
    build: {
      target: isSsrBuild ? "node20" : "es2023",
      outDir,
      copyPublicDir: !isSsrBuild,
      // Without modulepreload, a browser loads the same modules a little later, so the polyfill isn't
      // needed.
      modulePreload: { polyfill: false },
      // An inlined file would need `data:` in the Content Security Policy.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // The budget test reads from the manifest which files a visit needs.
      manifest: !isSsrBuild,
      ...(isSsrBuild
        ? {}
        : {
            rolldownOptions: {
              output: {
                // The start chunk contains about 230 file names. Most chunks are named only by
                // their hash, to keep these names short. Each hash character costs the first
                // visit about 100 bytes. Rolldown requires 7 hash characters in chunk names.
                // Hex digits compress better than the default characters.
                hashCharacters: "hex",
                chunkFileNames: nameChunk,
                assetFileNames: "assets/[hash:6][extname]",
                codeSplitting: {
                  includeDependenciesRecursively: false,
                  groups: [{ name: createChunkNamer(), debugName: "start" }],
                },
              },
            },
          }),
    },
    // Node 20 can't find the named exports of some CommonJS packages, so the emulator's build contains all its
    // dependencies.
    ssr: isSsrBuild ? { noExternal: true as const } : {},
    test: {
      // With two cores, Vitest would reserve one for its main process, which hardly uses it.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      projects: [
        {
          extends: true,
          test: {
            name: "pure",
            isolate: false,
            testTimeout: TEST_TIMEOUT_MS,
            environment: "node",
            include: ["src/**/*.test.ts", "test/*.test.ts", "test/contract/**/*.test.ts"],
            exclude: ISOLATED,
            setupFiles: ["test/setup-pure.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "screen",
            isolate: false,
            // Rendering pages creates much short-lived garbage. A larger semi-space is collected less often.
            execArgv: ["--max-semi-space-size=64"],
            testTimeout: TEST_TIMEOUT_MS,
            environment: "jsdom",
            include: ["src/**/*.test.tsx", "test/journeys/**/*.test.tsx"],
            exclude: ISOLATED,
            setupFiles: ["test/setup-screen.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "isolated",
            testTimeout: TEST_TIMEOUT_MS,
            environment: "node",
            include: ISOLATED,
            setupFiles: ["test/setup-isolated.ts"],
          },
        },
        // These tests check the finished builds, so `npm test` runs them after the builds.
        { extends: true, test: { name: "build", environment: "node", include: ["test/build/**/*.test.ts"] } },
      ],
    },
  };
});
