// Steps of `npm run check`, which `npm test` also runs.
import { runTool } from "./steps.mjs";

export const CHECKS = [
  { name: "types", run: () => runTool("typescript", ["--noEmit"]) },
  { name: "lint", run: () => runTool("oxlint", []) },
  { name: "format", run: () => runTool("@biomejs/biome", ["check", "--error-on-warnings"]) },
  { name: "unused code", run: () => runTool("knip", []) },
];
