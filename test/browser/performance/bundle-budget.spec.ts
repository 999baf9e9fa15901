import { expect, test } from "../support/fixtures";
import { measureFirstVisit } from "./measure-first-visit";

// test/build/budget.test.ts measures the same files.
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
