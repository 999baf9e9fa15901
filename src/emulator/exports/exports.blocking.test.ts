import { expect, it } from "vitest";
import { rejectWhenAborted } from "@/emulator/dispatch/dispatch";
import type { EmulatorOptions } from "@/emulator/hosts/emulator";
import { buildRequest, createEmulatorCaller } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/exports/";
const BODY = { insight: 4001, export_format: "text/csv" };

/** Creates an emulator that responds to export creations when the file is ready. Waiting advances its clock. */
function createBlockingEmulator(options: EmulatorOptions = {}) {
  let time = Date.parse("2026-11-21T10:00:00Z");
  const caller = createEmulatorCaller({
    now: () => new Date(time),
    sleep: async (ms) => {
      time += ms;
    },
    ...options,
  });
  caller.emulator.faults.set([{ endpoint: "*", kind: "blocks" }]);
  return { ...caller, elapsed: () => time - Date.parse("2026-11-21T10:00:00Z") };
}

it("responds to a blocking creation when the file is ready", async () => {
  const { call, elapsed } = createBlockingEmulator();
  const { status, body } = await call("POST", LIST_PATH, { body: BODY });
  expect([status, body]).toEqual([201, expect.objectContaining({ has_content: true, exception: null })]);
  expect(elapsed()).toBeGreaterThanOrEqual(2_000);
  expect(elapsed()).toBeLessThanOrEqual(20_000);
});

it("responds to a blocking creation when it has failed", async () => {
  const { call } = createBlockingEmulator();
  const film = { export_context: { session_recording_id: "x" }, export_format: "video/mp4" };
  expect(await call("POST", LIST_PATH, { body: film })).toMatchObject({
    status: 201,
    body: { has_content: false, exception: expect.stringContaining("no renderer") },
  });
});

it("lists the export while its creation blocks, and does not delay other writes", async () => {
  const { emulator, call } = createBlockingEmulator({ sleep: (_ms, signal) => rejectWhenAborted(signal) });
  const leave = new AbortController();
  const answer = emulator.fetch(buildRequest("POST", LIST_PATH, { body: BODY, signal: leave.signal }));
  await expect.poll(() => call("GET", LIST_PATH)).toMatchObject({ body: { count: 41 } });
  emulator.faults.clear();
  expect(await call("POST", LIST_PATH, { body: BODY })).toMatchObject({ status: 201 });
  leave.abort(new Error("left"));
  await expect(answer).rejects.toThrow("left");
  expect(await call("GET", LIST_PATH)).toMatchObject({ body: { count: 42 } });
});

it("refuses an invalid creation immediately", async () => {
  const { call, elapsed } = createBlockingEmulator();
  expect(await call("POST", LIST_PATH, { body: { export_format: "text/csv" } })).toMatchObject({
    status: 400,
  });
  expect(elapsed()).toBe(0);
});
