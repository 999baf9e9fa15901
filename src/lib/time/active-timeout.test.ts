import { beforeEach, expect, it, vi } from "vitest";
import { setActiveTimeout } from "./wait";

beforeEach(() => void vi.useFakeTimers());

it("calls back after the time, not before", () => {
  const act = vi.fn();
  setActiveTimeout(250, act);
  vi.advanceTimersByTime(249);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it("ignores time while the page was suspended", () => {
  const act = vi.fn();
  setActiveTimeout(1_000, act);
  vi.setSystemTime(Date.now() + 60_000);
  vi.runOnlyPendingTimers();
  expect(act).not.toHaveBeenCalled();
  for (let step = 2; step <= 9; step += 1) vi.runOnlyPendingTimers();
  expect(act).not.toHaveBeenCalled();
  vi.runOnlyPendingTimers();
  expect(act).toHaveBeenCalledTimes(1);
});

it("can be canceled", () => {
  const act = vi.fn();
  const cancel = setActiveTimeout(1_000, act);
  vi.advanceTimersByTime(500);
  cancel();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
});
