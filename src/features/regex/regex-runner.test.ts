import { beforeEach, expect, it, vi } from "vitest";
import { runRegex, TIME_LIMIT_MS } from "./regex-runner";
import { type RegexWorkerMessage } from "./trial-messages";

const TASK = { pattern: "a", ignoresCase: false, lines: ["a", "b"] };
const RESULT = { hasMatch: true, spans: [{ from: 0, to: 1 }] };

/** A worker whose messages the test posts. */
class SilentWorker extends EventTarget {
  static made: SilentWorker[] = [];
  readonly tasks: unknown[] = [];
  isEnded = false;
  constructor(readonly address: URL) {
    super();
    SilentWorker.made.push(this);
  }
  postMessage(task: unknown) {
    this.tasks.push(task);
  }
  terminate() {
    this.isEnded = true;
  }
  emit(...messages: readonly RegexWorkerMessage[]) {
    for (const data of messages) this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

function start(signal = new AbortController().signal) {
  const outcome = runRegex(TASK, signal);
  const worker = SilentWorker.made.at(-1);
  if (worker === undefined) throw new Error("no worker");
  return { outcome, worker };
}

beforeEach(() => {
  SilentWorker.made = [];
  vi.stubGlobal("Worker", SilentWorker);
  vi.useFakeTimers();
});

it("runs in a worker, which is terminated afterwards", async () => {
  const { outcome, worker } = start();
  expect(worker.address.href).toMatch(/regex-runner\.worker/);
  expect(worker.tasks).toEqual([TASK]);
  worker.emit({ kind: "started" }, { kind: "line", result: RESULT }, { kind: "done" });
  expect(await outcome).toEqual({ kind: "done", results: [RESULT] });
  expect(worker.isEnded).toBe(true);
});

it("stops after the time limit, and keeps earlier results", async () => {
  const { outcome, worker } = start();
  // The time limit excludes loading the worker.
  await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS * 3);
  worker.emit({ kind: "started" }, { kind: "line", result: RESULT });
  await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS - 1);
  expect(worker.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual({ kind: "stopped", results: [RESULT] });
  expect(worker.isEnded).toBe(true);
});

it("terminates the worker when aborted", async () => {
  const controller = new AbortController();
  const { outcome, worker } = start(controller.signal);
  worker.emit({ kind: "started" });
  controller.abort(new Error("overtaken"));
  await expect(outcome).rejects.toThrow("overtaken");
  expect(worker.isEnded).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it("never runs on the main thread if workers are blocked", async () => {
  vi.stubGlobal("Worker", function refuse() {
    throw new TypeError("This document requires 'TrustedScriptURL' assignment.");
  });
  expect(await runRegex(TASK, new AbortController().signal)).toEqual({ kind: "unavailable" });
  vi.stubGlobal("Worker", SilentWorker);
  const failedRun = start();
  failedRun.worker.dispatchEvent(new Event("error"));
  expect(await failedRun.outcome).toEqual({ kind: "unavailable" });
  const silentRun = start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await silentRun.outcome).toEqual({ kind: "unavailable" });
});
