// Steps of `npm run check`, which `npm test` also runs.
import { runTool } from "./steps.mjs";

const SPELLING_CACHE = ["--cache", "--cache-strategy", "content", "--cache-location", ".cache/cspell.json"];

export const CHECKS = [
  { name: "types", run: () => runTool("typescript-native", ["--noEmit"]) },
  {
    name: "lint",
    run: () =>
      runTool("oxlint", ["--max-warnings", "0", "--report-unused-disable-directives-severity", "error"]),
  },
  { name: "format", run: () => runTool("@biomejs/biome", ["check", "--error-on-warnings"]) },
  { name: "spelling", run: () => runTool("cspell", ["lint", "--no-progress", "--quiet", ...SPELLING_CACHE]) },
  { name: "unused code", run: () => runTool("knip", []) },
];
