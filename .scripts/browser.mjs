// `npm run browser -- [file] [--project demo|live] …`: the browser tests alone, on fresh builds.
import { runBrowserTests } from "./browser-tests.mjs";
import { exitWithError } from "./steps.mjs";

runBrowserTests(process.argv.slice(2)).catch(exitWithError);
