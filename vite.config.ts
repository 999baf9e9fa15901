import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { compression } from "vite-plugin-compression2";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { helpPages } from "./.scripts/help-pages.ts";
import { parseUpstream, site } from "./.scripts/site.ts";

const { HOST = "127.0.0.1", PORT = "4173" } = process.env;
const src = fileURLToPath(new URL("./src", import.meta.url));

// All machines run tests in the same time zone, which differs from UTC and has daylight saving time.
if (process.env["VITEST"] !== undefined) process.env["TZ"] = "Europe/Berlin";

/**
 * Caches the app's files when they are used, so that the app opens offline. Pages come from the network, so that nobody
 * stays on an old version. Requests to `/api/` and for config.json aren't handled.
 */
const serviceWorker = VitePWA({
  filename: "service-worker.js",
  injectRegister: false,
  manifest: false,
  workbox: {
    // The start of the app. Its files come from the browser's cache, so this costs no request.
    globPatterns: ["index.html", "check-browser.js", "assets/index-*.{js,css}"],
    dontCacheBustURLsMatching: /^assets\//,
    directoryIndex: null,
    navigateFallback: null,
    // Trusted Types forbid importScripts().
    inlineWorkboxRuntime: true,
    skipWaiting: true,
    clientsClaim: true,
    runtimeCaching: [
      {
        urlPattern: ({ request, url }) => request.mode === "navigate" && !url.pathname.startsWith("/api/"),
        handler: "NetworkOnly",
        options: { precacheFallback: { fallbackURL: "/index.html" } },
      },
      {
        urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/assets/"),
        handler: "CacheFirst",
        options: { cacheName: "assets", expiration: { maxEntries: 200, purgeOnQuotaError: true } },
      },
    ],
  },
});

/**
 * A few large chunks instead of many small ones. Nearly every visit opens the subscription list, so its code is one
 * chunk, and what it loads right after its rows is another. Other pages are chunks, beside one of what they share.
 */
const CHUNKS = [
  { name: "start", tags: ["$initial" as const], priority: 3 },
  {
    name: "list",
    test: /features.subscriptions.list.(?!subscription-list-download|first-results)|data.capabilities/,
    priority: 2,
  },
  {
    name: "after-list",
    test: /features.subscriptions.(list.first-results|search|health.health-summary)|collection-table.(list-view-options|filter-chips)|catalog.load/,
    priority: 1,
  },
  { name: "mocks", test: /src.(mocks.(?!samples)|app.demo)/, priority: 1 },
  { name: "shared", minShareCount: 3 },
];

/** Test files share a process per worker, with one DOM and one copy of the app. */
const SHARED = {
  isolate: false,
  testTimeout: 30_000,
  // These tests replace or reload modules, so they need their own process.
  exclude: [
    "src/ui/overlay/confirm.missing-chunk.test.tsx",
    "src/app/shell/bulk-job-host.test.tsx",
    "src/app/commands/use-record-search-results.missing-chunk.test.tsx",
    "test/contract/offboarding.test.ts",
  ],
};

export default defineConfig(({ mode, isSsrBuild = false }) => {
  const upstream = parseUpstream();
  // The default build contains the demo. The live build has no mocks. `--ssr` builds the mocks for Node.
  const isLive = mode === "live" || (mode === "production" && upstream !== undefined);
  const outDir = isSsrBuild ? "dist-mocks" : isLive ? "dist-live" : "dist";
  const appPlugins = [serviceWorker, compression({ threshold: 512, logLevel: "silent" })];
  return {
    plugins: [react(), helpPages(), site(upstream), ...(isSsrBuild || mode === "test" ? [] : appPlugins)],
    define: { __WITH_DEMO__: JSON.stringify(!isLive) },
    resolve: { alias: { "@": src, "@test": fileURLToPath(new URL("./test", import.meta.url)) } },
    preview: { host: HOST, port: Number(PORT), cors: false },
    build: {
      target: isSsrBuild ? "node20" : ["chrome120", "firefox128", "safari17.4"],
      outDir,
      copyPublicDir: !isSsrBuild,
      license: isSsrBuild ? false : { fileName: "licenses.txt" },
      // An inlined file would need `data:` in the Content Security Policy.
      assetsInlineLimit: 0,
      rolldownOptions: {
        // A module that is in another chunk anyway may also be imported dynamically.
        checks: { ineffectiveDynamicImport: false },
        output: { codeSplitting: isSsrBuild ? false : { groups: CHUNKS } },
      },
    },
    // Node 20 can't find the named exports of some CommonJS packages, so the mocks' build contains all its
    // dependencies.
    ssr: isSsrBuild ? { noExternal: true as const } : {},
    test: {
      // By default, one processor stays idle, which is half of a machine with two.
      maxWorkers: "100%",
      projects: [
        {
          extends: true,
          test: {
            ...SHARED,
            name: "pure",
            environment: "node",
            include: ["src/**/*.test.ts", "test/*.test.ts", "test/contract/**/*.test.ts"],
            setupFiles: ["test/setup-pure.ts", "test/setup-requests.ts", "test/setup-server.ts"],
          },
        },
        {
          extends: true,
          test: {
            ...SHARED,
            name: "screen",
            // Rendering pages creates much short-lived garbage. A larger semi-space is collected less often.
            execArgv: ["--max-semi-space-size=64"],
            environment: "jsdom",
            include: ["src/**/*.test.tsx", "test/journeys/**/*.test.tsx"],
            setupFiles: ["test/setup-screen.ts", "test/setup-requests.ts", "test/setup-server.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "isolated",
            testTimeout: SHARED.testTimeout,
            environment: "node",
            include: SHARED.exclude,
            setupFiles: ["test/setup-isolated.ts", "test/setup-server.ts"],
          },
        },
      ],
    },
  };
});
