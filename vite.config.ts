import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressPlugin } from "./.scripts/compress-build.ts";
import { devProxy } from "./.scripts/dev-proxy.mjs";
import { injectEarlyEntry } from "./.scripts/inject-early-entry.ts";
import { licensesPlugin } from "./.scripts/licenses.ts";
import { markdownPagesPlugin } from "./.scripts/markdown-pages.ts";
import { serviceWorkerPlugin } from "./.scripts/service-worker-plugin.ts";

const src = fileURLToPath(new URL("./src", import.meta.url));
const noCookies = fileURLToPath(new URL("./.scripts/cookie-store-stub.ts", import.meta.url));
const constructedStyles = fileURLToPath(new URL("./.scripts/style-singleton.ts", import.meta.url));

// Tests see the same clock everywhere: a zone that is not UTC and changes its clocks.
if (process.env["VITEST"] !== undefined) process.env["TZ"] = "Europe/Berlin";

// Three builds: `dist` can do both backends, `--mode live` has no emulator, `--ssr` is the emulator for Node.
function getOutDir(mode: string, isSsrBuild: boolean): string {
  if (isSsrBuild) return "dist-emulator";
  return mode === "live" ? "dist-live" : "dist";
}

// Both begin a visit: the app itself, and the list that nearly every visit comes to.
const START_ENTRIES = ["main.tsx", "features/subscriptions/list/subscription-list.page.tsx"];

/** Sends the first request, and is run before the others have come. */
const EARLY_ENTRY = "early-fetch-entry.ts";

// Libraries of which every part that is used is used at the start, but for many queries at once and for mutations.
const WHOLE_PACKAGES =
  /node_modules\/(?:react-dom\/.*client|scheduler|react-router|react-router-dom|@tanstack\/(?!.*\/(?:useQueries|queriesObserver|useMutation|mutationObserver)\.js))/;

// What other pages need as well, so that the bundler would give it files of its own.
const SHARED_PACKAGES =
  /node_modules\/(?:(?:react|react-dom|clsx)\/|zod\/v4\/(?:core\/(?:util|core|errors|parse|regexes|checks|versions|schemas|api)|mini\/(?:schemas|iso))\.js)/;

/** Chunks that are no page of their own and are looked for by their names. */
const NAMED_CHUNKS: readonly string[] = ["start", "early", "subscription-changes"];

/**
 * React Router makes its components by calls and then names them, or derives them from a property of React, so no
 * bundler dares to leave one out that nobody uses. Here it may.
 */
function omitUnusedLinks() {
  return {
    name: "leave-out-unused-links",
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/.*\.mjs$/ },
      handler: (code: string) => ({
        code: code
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

/**
 * The provider can write variables and rules into style elements, which our policy refuses and we switch off
 * (src/ui/provider/ui-provider.tsx). What would make them is left out as well.
 */
function omitStyleElements() {
  const elements =
    /with(?:CssVariables|GlobalClasses) && .*jsx\((?:MantineCssVariables|MantineClasses), \{[^}]*\}\)/g;
  return {
    name: "leave-out-style-elements",
    transform: {
      filter: { id: /@mantine\/core\/esm\/core\/MantineProvider\/MantineProvider\.mjs$/ },
      handler: (code: string) => {
        if (code.match(elements)?.length !== 2)
          throw new Error("the provider makes its style elements otherwise now");
        return { code: code.replace(elements, "null"), map: null };
      },
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Everything that some modules import, themselves included. */
function collectImports(entries: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = entries.map((path) => `${src}/${path}`);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    // A library's index names all of its parts; which of them are used when, the bundler knows better.
    if (found.has(next) || (next.includes("/node_modules/") && !WHOLE_PACKAGES.test(next))) continue;
    found.add(next);
    queue.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}

/**
 * Names the chunks of the modules that every visit begins with. The first request needs few of them and does not wait
 * for the others. For these one file compresses better than the thirty into which the other pages' needs would cut it.
 * All else is cut as usual.
 */
function createChunkNamer() {
  let earlyModules: ReadonlySet<string> | undefined;
  let startModules: ReadonlySet<string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    earlyModules ??= collectImports([EARLY_ENTRY], graph);
    startModules ??= collectImports(START_ENTRIES, graph);
    // The entries keep what is their own: a file of nothing but imports would be taken for one of styles alone.
    if (id === `${src}/${EARLY_ENTRY}` || id === `${src}/main.tsx`) return null;
    if (earlyModules.has(id)) return "first";
    if (SHARED_PACKAGES.test(id)) return "start";
    return startModules.has(id) ? "start" : null;
  };
}

/** Ms that a test may take: the machine may be shared and slow, and the bench is for speed. */
const TEST_TIMEOUT_MS = 30_000;

/**
 * Tests that replace modules or load them anew. They need processes of their own; all others share one per worker,
 * with one DOM and one copy of the app.
 */
const ISOLATED = [
  // Replaces the code of the dialog by one that does not arrive.
  "src/ui/overlay/confirm-missing.test.tsx",
  // Replaces the code that shows runs by one that does not arrive.
  "src/app/shell/bulk-job-host.test.tsx",
  // Opens the channels between tabs, which a page opens once, with a class of its own.
  "src/data/query/other-tabs.test.tsx",
  // Replaces a function of the seed by one that counts its calls.
  "src/emulator/hosts/large-cost.test.ts",
  // Loads the app anew for each page of a browser.
  "test/contract/offboarding.test.ts",
];

export default defineConfig(({ mode, isSsrBuild = false }) => {
  const outDir = getOutDir(mode, isSsrBuild);
  return {
    plugins: [
      react(),
      markdownPagesPlugin(),
      omitUnusedLinks(),
      omitStyleElements(),
      devProxy(),
      ...(isSsrBuild
        ? []
        : [injectEarlyEntry(), licensesPlugin(), serviceWorkerPlugin(), compressPlugin(outDir)]),
    ],
    define: { __WITH_EMULATOR__: JSON.stringify(mode !== "live") },
    resolve: {
      alias: [
        { find: "@", replacement: src },
        { find: /^\.\.\/cookieStore\.mjs$/, replacement: noCookies },
        { find: "react-style-singleton", replacement: constructedStyles },
      ],
    },
    build: {
      target: isSsrBuild ? "node20" : "es2023",
      outDir,
      copyPublicDir: !isSsrBuild,
      // Every browser that runs es2023 knows modulepreload.
      modulePreload: { polyfill: false },
      // An inlined file would need `data:` in the Content Security Policy.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // The budget test reads which files a visit needs.
      manifest: !isSsrBuild,
      ...(isSsrBuild
        ? {}
        : {
            rolldownOptions: {
              output: {
                // The start names some 230 files: what nobody asks for by its name is called by its hash alone.
                // Each character of a hash costs the first visit some 150 bytes; Rolldown asks for 7.
                chunkFileNames: ({ isDynamicEntry, name }) =>
                  isDynamicEntry || NAMED_CHUNKS.includes(name)
                    ? "assets/[name]-[hash:7].js"
                    : "assets/[hash:7].js",
                assetFileNames: "assets/[hash:6][extname]",
                codeSplitting: {
                  includeDependenciesRecursively: false,
                  groups: [{ name: createChunkNamer(), debugName: "start" }],
                },
              },
            },
          }),
    },
    // Node 20 cannot resolve some packages' CommonJS names, so the emulator's build holds everything it needs.
    ssr: isSsrBuild ? { noExternal: true as const } : {},
    test: {
      // Of two cores vitest would leave one to itself, which hardly uses it.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      projects: [
        {
          extends: true,
          test: {
            name: "pure",
            isolate: false,
            testTimeout: TEST_TIMEOUT_MS,
            environment: "node",
            include: ["src/**/*.test.ts", "test/{contract,architecture,copy}/**/*.test.ts"],
            exclude: ISOLATED,
            setupFiles: ["test/setup-pure.ts", "test/setup-requests.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "screen",
            isolate: false,
            // Drawing pages makes much garbage that is short-lived: it is collected less often.
            execArgv: ["--max-semi-space-size=64"],
            testTimeout: TEST_TIMEOUT_MS,
            environment: "jsdom",
            include: ["src/**/*.test.tsx", "test/*.test.tsx", "test/journeys/**/*.test.tsx"],
            exclude: ISOLATED,
            setupFiles: ["test/setup-screen.ts", "test/setup-requests.ts"],
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
        // What must be true of finished builds; `npm test` runs it after them.
        { extends: true, test: { name: "build", environment: "node", include: ["test/build/**/*.test.ts"] } },
      ],
    },
  };
});
