import { type FirstVisit, visitFirst } from "./first-visit";
import { expect, test } from "./fixtures";

const SCRIPT_BUDGET = 150_000;
const STYLE_BUDGET = 14_000;
/** What may be fetched by itself behind the rows: the search, the buttons of views and columns, health. */
const BEHIND_BUDGET = 25_000;
/** What the emulated backend may add to both. */
const EMULATOR_BUDGET = 60_000;

test("a first visit stays within its budget @live", async ({ browser, session, emulator }) => {
  const live = await visitFirst(browser, "dist-live", session);
  const demo = await visitFirst(browser, "dist", []);
  const added = demo.scriptBytes + demo.styleBytes - live.scriptBytes - live.styleBytes;
  const shiftOf = ({ shifts }: FirstVisit) => shifts.reduce((sum, { value }) => sum + value, 0);
  const of = (bytes: number, budget: number) => `${bytes} of ${budget} bytes after Brotli`;
  console.log(
    [
      `  JavaScript, live:  ${of(live.scriptBytes, SCRIPT_BUDGET)}`,
      `  CSS, live:         ${of(live.styleBytes, STYLE_BUDGET)}`,
      `  behind the rows:   ${of(live.bytesBehind, BEHIND_BUDGET)}`,
      `  the emulator adds: ${of(added, EMULATOR_BUDGET)}`,
      `  layout shift:      ${shiftOf(live)} live, ${shiftOf(demo)} demo`,
    ].join("\n"),
  );
  // Something was measured at all.
  expect(live.scriptBytes).toBeGreaterThan(50_000);
  expect(live.styleBytes).toBeGreaterThan(1_000);
  expect(live.bytesBehind).toBeGreaterThan(1_000);
  expect.soft(live.scriptBytes).toBeLessThanOrEqual(SCRIPT_BUDGET);
  expect.soft(live.styleBytes).toBeLessThanOrEqual(STYLE_BUDGET);
  expect.soft(live.bytesBehind).toBeLessThanOrEqual(BEHIND_BUDGET);
  expect.soft(added).toBeLessThanOrEqual(EMULATOR_BUDGET);
  expect.soft(live.shifts).toEqual([]);
  expect.soft(demo.shifts).toEqual([]);
  expect.soft(live.origins).toEqual([emulator?.url]);
  expect.soft(demo.origins).toEqual([]);
});
