import { describe, expect, it } from "vitest";
import { buildRequest, createEmulatorCaller } from "@/testing/call-emulator";
import { readHolds } from "./holds";

const LIST = "/environments/1/subscriptions/";
const ONE = `${LIST}1040/`;

async function expectHeld(
  emulator: ReturnType<typeof createEmulatorCaller>["emulator"],
  paths: readonly string[],
) {
  await expect.poll(() => emulator.holds.held().map(({ path }) => path)).toEqual(paths);
}

describe("a hold", () => {
  it("keeps a response back after the work is done, until it is released", async () => {
    const { emulator, call } = createEmulatorCaller();
    emulator.holds.set([{ endpoint: "subscriptions.update" }]);
    const answer = call("PATCH", ONE, { body: { title: "Held" } });
    await expectHeld(emulator, [`/api${ONE}`]);
    expect(emulator.holds.held()).toEqual([
      { id: 1, endpoint: "subscriptions.update", method: "PATCH", path: `/api${ONE}` },
    ]);
    // The server has already applied the change, and still responds to other requests.
    expect(await call("GET", ONE)).toMatchObject({ status: 200, body: { title: "Held" } });
    expect(emulator.holds.release(1)).toBe(true);
    expect(await answer).toMatchObject({ status: 200, body: { title: "Held" } });
    expect(emulator.holds.held()).toEqual([]);
    expect(emulator.holds.release(1)).toBe(false);
  });

  it("applies to a path, lets the first requests pass, and holds a limited number", async () => {
    const { emulator, call } = createEmulatorCaller();
    emulator.holds.set([{ endpoint: "*", path: "offset=", after: 1, times: 1 }]);
    await call("GET", LIST);
    await call("GET", `${LIST}?offset=10`);
    const held = call("GET", `${LIST}?offset=20`);
    await expectHeld(emulator, [`/api${LIST}?offset=20`]);
    await call("GET", `${LIST}?offset=30`);
    emulator.holds.release(1);
    expect(await held).toMatchObject({ status: 200 });
  });

  it("holds error responses as well", async () => {
    const { emulator, call } = createEmulatorCaller();
    emulator.faults.set([{ endpoint: "*", kind: "status", status: 503 }]);
    emulator.holds.set([{ endpoint: "*" }]);
    const answer = call("GET", LIST);
    await expectHeld(emulator, [`/api${LIST}`]);
    emulator.holds.clear();
    expect(await answer).toMatchObject({ status: 503 });
  });

  it("forgets an aborted request", async () => {
    const { emulator } = createEmulatorCaller();
    emulator.holds.set([{ endpoint: "*" }]);
    const leave = new AbortController();
    const answer = emulator.fetch(buildRequest("GET", LIST, { signal: leave.signal }));
    await expectHeld(emulator, [`/api${LIST}`]);
    leave.abort(new Error("left"));
    await expect(answer).rejects.toThrow("left");
    expect(emulator.holds.held()).toEqual([]);
  });

  it("does not release held requests when the holds are replaced, and releases them on clear", async () => {
    const { emulator, call } = createEmulatorCaller();
    emulator.holds.set([{ endpoint: "*" }]);
    const first = call("GET", LIST);
    await expectHeld(emulator, [`/api${LIST}`]);
    emulator.holds.set([]);
    expect(await call("GET", ONE)).toMatchObject({ status: 200 });
    await expectHeld(emulator, [`/api${LIST}`]);
    emulator.holds.clear();
    expect(await first).toMatchObject({ status: 200 });
  });

  it("releases a request that is still being processed when the holds are cleared", async () => {
    let finishSleep = () => {};
    const { emulator, call } = createEmulatorCaller({
      latency: 1,
      sleep: () =>
        new Promise((resolve) => {
          finishSleep = resolve;
        }),
    });
    emulator.holds.set([{ endpoint: "*" }]);
    const answer = call("GET", LIST);
    const firstSleep = finishSleep;
    await expect.poll(() => finishSleep).not.toBe(firstSleep);
    emulator.holds.clear();
    finishSleep();
    expect(await answer).toMatchObject({ status: 200 });
  });

  it.each([
    {},
    [{}],
    [{ endpoint: "*", after: -1 }],
    [{ endpoint: "*", times: 0.5 }],
    [{ endpoint: "*", path: 1 }],
  ])("rejects the invalid setting %j", (holds) => {
    expect(() => readHolds(holds)).toThrow(RangeError);
  });
});
