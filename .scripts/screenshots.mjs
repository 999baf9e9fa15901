// `npm run screenshots`: pictures of the app into test-results, and README's into test/browser/screenshots.
import { runBrowserTests } from "./browser-tests.mjs";
import { exitWithError } from "./steps.mjs";

runBrowserTests(["screenshots.spec.ts"], { env: { SCREENSHOTS: "1" } }).catch(exitWithError);
