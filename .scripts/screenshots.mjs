// `npm run screenshots`: writes the app's screenshots to test-results, and those of the README to
// test/browser/screenshots.
import { runBrowserTests } from "./browser-tests.mjs";
import { exitWithError } from "./steps.mjs";

runBrowserTests(["screenshots.spec.ts"], { env: { SCREENSHOTS: "1" } }).catch(exitWithError);
