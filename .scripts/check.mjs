// `npm run check`: types, lint, format and unused code. All of them run before it ends.
import { CHECKS } from "./checks.mjs";
import { runSteps } from "./step-runner.mjs";

const results = await runSteps(CHECKS);
process.exit(results.some(({ error }) => error !== undefined) ? 1 : 0);
