// `npm run screenshots`: writes screenshots of the app to test-results, and the README's to test/browser/screenshots.
import { runBrowserTests } from "./browser-tests.mjs";
import { exitWithError } from "./steps.mjs";

runBrowserTests(["screenshots.spec.ts"], { env: { SCREENSHOTS: "1" } }).catch(exitWithError);
