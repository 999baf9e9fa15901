import { beforeEach, expect, it, vi } from "vitest";
import { type CooperativeTask, runCooperatively, runSlice } from "./cooperative-task";

function* count(steps: number, onStep: (step: number) => void = () => undefined): CooperativeTask<number> {
  for (let step = 0; step < steps; step += 1) {
    onStep(step);
    yield;
  }
  return steps;
}

let now = 0;

/** Simulates a step that exceeds a slice. */
function spendSlice(): void {
  now += 9;
}

beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

it("runs several short steps per slice, and yields between slices", async () => {
  const events: string[] = [];
  const others = new Promise<void>((resolve) => {
    setImmediate(() => {
      events.push("another task");
      resolve();
    });
  });
  await runCooperatively(
    count(3, (step) => {
      events.push(`step ${step}`);
      spendSlice();
    }),
  );
  await others;
  expect(events).toContain("another task");
  expect(events.indexOf("another task")).toBeLessThan(events.indexOf("step 2"));
  expect(events.filter((event) => event.startsWith("step"))).toEqual(["step 0", "step 1", "step 2"]);
});

it("starts after yielding", () => {
  const steps: number[] = [];
  void runCooperatively(count(3, (step) => steps.push(step)));
  expect(steps).toEqual([]);
});

it("rejects with the abort reason", async () => {
  const controller = new AbortController();
  const reason = new Error("another query");
  const steps: number[] = [];
  const task = count(100, (step) => {
    steps.push(step);
    spendSlice();
    if (step === 1) controller.abort(reason);
  });
  await expect(runCooperatively(task, controller.signal)).rejects.toBe(reason);
  expect(steps).toEqual([0, 1]);
});

it("rejects with the task's error", async () => {
  const broken = count(3, () => {
    throw new RangeError("broken");
  });
  await expect(runCooperatively(broken)).rejects.toThrow("broken");
});

it("continues a task after a slice that was too short", async () => {
  const task = count(3);
  expect(runSlice(task, 0)).toBeNull();
  expect(await runCooperatively(task)).toBe(3);
  expect(runSlice(count(3), Number.POSITIVE_INFINITY)).toEqual({ result: 3 });
});
