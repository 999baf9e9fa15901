import { beforeEach, describe, expect, it, vi } from "vitest";
import { createRequestBudget, HALF_OF_SERVER_LIMITS } from "./request-budget";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Requests of one second count until its end. */
const MINUTE_AND_SECOND = MINUTE + 1_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));

function createScene() {
  const waits: (number | null)[] = [];
  const budget = createRequestBudget({
    limits: HALF_OF_SERVER_LIMITS,
    onWait: (resumesAt) => waits.push(resumesAt),
    random: () => 0,
  });
  const sentAt: number[] = [];
  const send = (signal?: AbortSignal) =>
    budget.inTurn(async () => {
      budget.count();
      sentAt.push(Date.now());
    }, signal);
  return { budget, send, sentAt, waits };
}

/** Returns the largest number of times in any window. */
function maxInWindow(times: readonly number[], windowMs: number): number {
  let start = 0;
  return times.reduce((max, time, index) => {
    while ((times[start] ?? time) <= time - windowMs) start += 1;
    return Math.max(max, index - start + 1);
  }, 0);
}

it.each([
  ["minute", MINUTE, 240],
  ["hour", HOUR, 2_400],
])("uses its requests of any %s, and no more", async (_name, windowMs, max) => {
  const { send, sentAt } = createScene();
  const all = Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let sent = 0; sent < 250; sent += 1) await send();
    }),
  );
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  await all;
  expect(sentAt).toHaveLength(5_000);
  expect(maxInWindow(sentAt, windowMs)).toBe(max);
});

it("counts requests that don't wait, and those that are reserved", async () => {
  const { budget, send, sentAt } = createScene();
  for (let sent = 0; sent < 238; sent += 1) budget.count();
  const reservation = budget.reserve(2);
  if (!reservation.isGranted) throw new Error("two are left");
  expect(budget.reserve(1)).toEqual({ isGranted: false, resumesAt: Date.now() + MINUTE_AND_SECOND });
  const waiting = send();
  await vi.advanceTimersByTimeAsync(MINUTE_AND_SECOND - 1);
  expect(sentAt).toEqual([]);
  reservation.release();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(sentAt).toHaveLength(1);
});

describe("a wait", () => {
  it("is told from its start to its end", async () => {
    const { budget, send, waits } = createScene();
    for (let sent = 0; sent < 240; sent += 1) budget.count();
    const end = Date.now() + MINUTE_AND_SECOND;
    const waiting = Promise.all([send(), send()]);
    expect(waits).toEqual([end, end]);
    await vi.advanceTimersByTimeAsync(MINUTE_AND_SECOND);
    await waiting;
    expect(waits).toEqual([end, end, null]);
  });

  it("ends immediately when it is stopped", async () => {
    const { budget, send, sentAt, waits } = createScene();
    for (let sent = 0; sent < 240; sent += 1) budget.count();
    const controller = new AbortController();
    const waiting = send(controller.signal);
    controller.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    expect(waits.at(-1)).toBeNull();
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(sentAt).toEqual([]);
  });

  it("isn't longer than a minute after the clock was set back", async () => {
    const { budget } = createScene();
    for (let sent = 0; sent < 240; sent += 1) budget.count();
    vi.setSystemTime(Date.now() - HOUR);
    expect(budget.reserve(1)).toEqual({ isGranted: false, resumesAt: Date.now() + MINUTE_AND_SECOND });
  });
});

it("has no limits without limits", () => {
  const budget = createRequestBudget({});
  for (let sent = 0; sent < 1_000; sent += 1) budget.count();
  expect(budget.reserve(1)).toMatchObject({ isGranted: true });
});
