import { vi } from "vitest";

// Setup files run once per test file. This module runs once per process, before any test.
const REAL_TIMERS = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, Date, performance };

/**
 * Removes a test's mocks, fake timers and stubs.
 * @throws Error if the test left replaced timers, for example by restoring the timers before its spies on them. Other
 * tests in the process would wait for them forever.
 */
export function restoreGlobals(): void {
  // Restores spies first, because a spy on a fake timer would restore the fake timer.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const replaced = Object.entries(REAL_TIMERS).filter(
    ([name, real]) => Reflect.get(globalThis, name) !== real,
  );
  Object.assign(globalThis, Object.fromEntries(replaced));
  if (replaced.length > 0)
    throw new Error(`The test left replaced timers: ${replaced.map(([name]) => name).join(", ")}`);
}
