import { expect, test } from "../support/fixtures";
import { measureFirstVisit } from "./measure-first-visit";

// The same files are measured in test/build/budget.test.ts.
test("a first visit fetches only the files of its budget, causes no layout shift and contacts only its server @live", async ({
  browser,
  session,
  emulator,
}) => {
  expect.soft(await measureFirstVisit(browser, "dist-live", session)).toEqual({
    unexpected: [],
    shifts: [],
    origins: [emulator?.url],
  });
  expect
    .soft(await measureFirstVisit(browser, "dist", []))
    .toEqual({ unexpected: [], shifts: [], origins: [] });
});
