import { vi } from "vitest";

/** Time at which screen tests run, unless they set another time. */
export const TEST_TIME = new Date("2026-11-21T10:00:00Z");

/**
 * Stops the clock, so that no result depends on the day of the run. Timers keep running. Unit tests pass times instead,
 * because calculating schedules with a replaced `Date` takes several times longer.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: TEST_TIME });
}
