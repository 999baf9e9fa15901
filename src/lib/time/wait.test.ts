import { beforeEach, describe, expect, it, vi } from "vitest";
import { addJitter, boundWait, setActiveTimeout, sleep } from "./wait";

const HOUR = 3_600_000;

it.each([
  ["none", 0, 100],
  ["no number", Number.NaN, 100],
  ["a fraction of a millisecond", 0.2, 100],
  ["a time of the year 9999", Date.UTC(9999, 0, 1), HOUR],
  ["an endless one", Number.POSITIVE_INFINITY, HOUR],
])("bounds a wait: %s", (_, ms, expected) => {
  expect(boundWait(ms)).toBe(expected);
});

it("lengthens a wait by at most a tenth and three seconds", () => {
  const jitter = (ms: number) => [addJitter(ms, () => 0), addJitter(ms, () => 0.5), addJitter(ms, () => 1)];
  expect(jitter(2_000)).toEqual([2_000, 2_100, 2_200]);
  expect(jitter(HOUR)).toEqual([HOUR, HOUR + 1_500, HOUR + 3_000]);
});

describe("sleep", () => {
  it("ends when it is aborted, and doesn't start when it was", async () => {
    const cancel = new AbortController();
    const slept = sleep(60_000, cancel.signal);
    cancel.abort(new Error("left the page"));
    await expect(slept).rejects.toThrow("left the page");
    await expect(sleep(60_000, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  });

  it.each([
    ["after the time, not before", 60_000, 60_000],
    ["not immediately", 0, 100],
    // Timers of more than 24 days overflow, and end immediately.
    ["after an hour at most", 2_147_484_000, HOUR],
  ])("resolves %s", async (_, ms, expected) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
    const onEnd = vi.fn();
    void sleep(ms).then(onEnd);
    await vi.advanceTimersByTimeAsync(expected - 1);
    expect(onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });
});

describe("setActiveTimeout", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("calls back after the time, not before", () => {
    const act = vi.fn();
    setActiveTimeout(250, act);
    vi.advanceTimersByTime(249);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
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
});
