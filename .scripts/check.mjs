// `npm run check`: checks types, lint, format, and unused code. Runs all checks, even
// after a failure.
import { CHECKS } from "./checks.mjs";
import { runSteps } from "./step-runner.mjs";

const results = await runSteps(CHECKS);
process.exit(results.some(({ error }) => error !== undefined) ? 1 : 0);
