import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressBuild } from "./.scripts/compress.ts";
import { sameOrigin } from "./.scripts/same-origin.mjs";

const src = fileURLToPath(new URL("./src", import.meta.url));
const noCookies = fileURLToPath(new URL("./.scripts/no-cookies.ts", import.meta.url));

// Tests see the same clock everywhere: a zone that is not UTC and changes its clocks.
if (process.env["VITEST"] !== undefined) process.env["TZ"] = "Europe/Berlin";

// Three builds: `dist` can do both backends, `--mode live` has no emulator, `--ssr` is the emulator for Node.
function outDirOf(mode: string, isSsrBuild: boolean): string {
  if (isSsrBuild) return "dist-emulator";
  return mode === "live" ? "dist-live" : "dist";
}

export default defineConfig(({ mode, isSsrBuild = false }) => {
  const outDir = outDirOf(mode, isSsrBuild);
  return {
    plugins: [react(), sameOrigin(), ...(isSsrBuild ? [] : [compressBuild(outDir)])],
    define: { __WITH_EMULATOR__: JSON.stringify(mode !== "live") },
    resolve: { alias: { "@": src, "tough-cookie": noCookies } },
    build: {
      target: isSsrBuild ? "node20" : "es2023",
      outDir,
      copyPublicDir: !isSsrBuild,
      // Every browser that runs es2023 knows modulepreload.
      modulePreload: { polyfill: false },
      // An inlined file would need `data:` in the Content Security Policy.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
    // Node 20 cannot resolve some packages' CommonJS names, so the emulator's build holds everything it needs.
    ssr: isSsrBuild ? { noExternal: true as const } : {},
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: "pure",
            environment: "node",
            include: ["src/**/*.test.ts", "test/{contract,architecture}/**/*.test.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "screen",
            environment: "jsdom",
            include: ["src/**/*.test.tsx", "test/*.test.tsx", "test/journeys/**/*.test.tsx"],
            setupFiles: ["test/setup-screen.ts"],
          },
        },
        // What must be true of finished builds; `npm test` runs it after them.
        { extends: true, test: { name: "build", environment: "node", include: ["test/build/**/*.test.ts"] } },
      ],
    },
  };
});
