// `npm run browser -- [file] [--project demo|live] …`: runs the browser tests on fresh builds.
import { runBrowserTests } from "./browser-tests.mjs";
import { exitWithError } from "./steps.mjs";

runBrowserTests(process.argv.slice(2)).catch(exitWithError);
