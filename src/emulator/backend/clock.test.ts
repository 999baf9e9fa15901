import { describe, expect, it } from "vitest";
import { rejectWhenAborted } from "@/emulator/dispatch/dispatch";
import { createClock } from "./clock";

const START = new Date("2026-11-21T10:00:00Z");
const NEVER = new AbortController().signal;

/** Creates a clock whose sleeps end when the test ends them. */
function clockOf(start: Date | (() => Date)) {
  const sleeps: { readonly ms: number; readonly end: () => void; readonly signal: AbortSignal }[] = [];
  const sleep = (ms: number, signal: AbortSignal) =>
    Promise.race([new Promise<void>((end) => sleeps.push({ ms, end, signal })), rejectWhenAborted(signal)]);
  return { clock: createClock({ start, sleep }), sleeps };
}

function watch(wait: Promise<void>) {
  const state = { isOver: false };
  void wait.finally(() => {
    state.isOver = true;
  });
  return state;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("the clock", () => {
  it("runs, stops at a given time, advances on request, and runs again after a reset", () => {
    let time = START.getTime();
    const { clock } = clockOf(() => new Date(time));
    time += 1_000;
    expect(clock.now()).toEqual(new Date("2026-11-21T10:00:01Z"));
    clock.set(new Date("2027-03-01T00:00:00Z"));
    time += 1_000;
    clock.advance(500);
    expect(clock.now()).toEqual(new Date("2027-03-01T00:00:00.500Z"));
    clock.reset();
    expect(clock.now()).toEqual(new Date("2026-11-21T10:00:02Z"));
    clock.advance(60_000);
    time += 1_000;
    expect(clock.now()).toEqual(new Date("2026-11-21T10:01:02Z"));
  });

  it("stays stopped when it starts with a time, and a reset restores that time", () => {
    const { clock } = clockOf(START);
    clock.advance(1_000);
    clock.reset();
    expect(clock.now()).toEqual(START);
  });

  it("ends a wait when it is advanced far enough, without a timer while it is stopped", async () => {
    const { clock, sleeps } = clockOf(START);
    const wait = watch(clock.pass(10_000, NEVER));
    clock.advance(9_999);
    await settle();
    expect([wait.isOver, sleeps]).toEqual([false, []]);
    clock.advance(1);
    await settle();
    expect(wait.isOver).toBe(true);
  });

  it("sleeps while it runs, and cancels the sleep when it is stopped", async () => {
    const { clock, sleeps } = clockOf(() => START);
    const first = watch(clock.pass(10_000, NEVER));
    expect(sleeps.map(({ ms }) => ms)).toEqual([10_000]);
    sleeps[0]?.end();
    await settle();
    expect(first.isOver).toBe(true);

    const second = watch(clock.pass(20_000, NEVER));
    clock.set(START);
    expect(sleeps[1]?.signal.aborted).toBe(true);
    await settle();
    expect(second.isOver).toBe(false);
    clock.reset();
    expect(sleeps.map(({ ms }) => ms)).toEqual([10_000, 20_000, 20_000]);
    sleeps[2]?.end();
    await settle();
    expect(second.isOver).toBe(true);
  });

  it("ends every wait on wake, and a wait whose request is aborted", async () => {
    const { clock } = clockOf(START);
    const woken = clock.pass(1_000, NEVER);
    clock.wake();
    await expect(woken).resolves.toBeUndefined();
    const leave = new AbortController();
    const left = clock.pass(1_000, leave.signal);
    leave.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
  });
});
