// `npm run check`: types, lint, format and unused code. All of them speak before it ends.
import { fail, runTool, StepError } from "./steps.mjs";

const CHECKS = [
  ["typescript-native", ["--noEmit"]],
  ["oxlint", ["--max-warnings", "0", "--report-unused-disable-directives-severity", "error"]],
  ["@biomejs/biome", ["check", "--error-on-warnings"]],
  ["knip", []],
];

async function check() {
  const failed = [];
  for (const [tool, args] of CHECKS) await runTool(tool, args).catch((error) => failed.push(error.message));
  if (failed.length > 0) throw new StepError(failed.join("\n"));
}

check().catch(fail);
