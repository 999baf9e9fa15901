import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const src = fileURLToPath(new URL("./src", import.meta.url));

// `--mode live` builds without the emulator; every other mode can do both.
export default defineConfig(({ mode }) => ({
  plugins: [react()],
  define: { __WITH_EMULATOR__: JSON.stringify(mode !== "live") },
  resolve: { alias: { "@": src } },
  build: { target: "es2023", outDir: mode === "live" ? "dist-live" : "dist" },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          environment: "node",
          include: ["src/**/*.test.ts", "test/contract/**/*.test.ts", "test/architecture/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "screen",
          environment: "jsdom",
          include: ["src/**/*.test.tsx", "test/journeys/**/*.test.tsx"],
          setupFiles: ["test/setup-screen.ts"],
        },
      },
    ],
  },
}));
