import { expect, test } from "../support/fixtures";
import { measureFirstVisit } from "./measure-first-visit";

// The bytes are those of the same files in test/build/budget.test.ts.
test("a first visit fetches the files of its budget, moves nothing and asks its server only @live", async ({
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
