import { describe, expect, it, vi } from "vitest";
import { buildRequest, createEmulatorCaller } from "@/testing/call-emulator";
import { FAULT_STATUSES } from "./faults";

const LIST_PATH = "/environments/1/subscriptions/";
const ENDPOINT_ID = "subscriptions.list";

describe("faults", () => {
  it.each(FAULT_STATUSES)("respond with %i in the format of real servers", async (status) => {
    const { emulator } = createEmulatorCaller();
    emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "status", status }]);
    const response = await emulator.fetch(buildRequest("GET", LIST_PATH));
    const text = await response.text();
    expect(response.status).toBe(status);
    if (status === 502) {
      expect(response.headers.get("Content-Type")).toContain("text/html");
      expect(text).toContain("<html>");
    } else if (status === 405) expect(text).toBe("");
    else
      expect(JSON.parse(text)).toEqual({
        type: expect.any(String),
        code: expect.any(String),
        detail: expect.any(String),
        attr: null,
      });
  });

  it.each([
    [404, "Endpoint not found.", "invalid_request", "not_found"],
    [
      400,
      "Explicit members can only be accessed for projects with project-based permissioning enabled.",
      "validation_error",
      "invalid_input",
    ],
  ])("answer with %i and the given detail", async (status, detail, type, code) => {
    const { call, emulator } = createEmulatorCaller();
    emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "status", status, detail }]);
    expect(await call("GET", LIST_PATH)).toEqual({ status, body: { type, code, detail, attr: null } });
  });

  it("apply to the named endpoint only, or to all", async () => {
    const { call, emulator } = createEmulatorCaller();
    emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "status", status: 500 }]);
    expect((await call("GET", LIST_PATH)).status).toBe(500);
    expect((await call("GET", "/projects/")).status).toBe(200);
    emulator.faults.set([{ endpoint: "*", kind: "status", status: 503 }]);
    expect((await call("GET", "/projects/")).status).toBe(503);
    emulator.faults.clear();
    expect((await call("GET", LIST_PATH)).status).toBe(200);
  });

  it("are removed after a number of uses, and notify listeners", async () => {
    const { call, emulator } = createEmulatorCaller();
    const listener = vi.fn<() => void>();
    emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "status", status: 500, times: 2 }]);
    const stop = emulator.faults.subscribe(listener);
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent++) statuses.push((await call("GET", LIST_PATH)).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect(emulator.faults.list()).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    emulator.faults.clear();
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("apply with a probability, reproducibly", async () => {
    const run = async () => {
      const { call, emulator } = createEmulatorCaller();
      emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "status", status: 500, probability: 0.5 }]);
      const statuses: number[] = [];
      for (let sent = 0; sent < 20; sent++) statuses.push((await call("GET", LIST_PATH)).status);
      return statuses;
    };
    const statuses = await run();
    expect(new Set(statuses)).toEqual(new Set([200, 500]));
    expect(await run()).toEqual(statuses);
  });

  it("lose the connection before any work is done", async () => {
    const { call, emulator } = createEmulatorCaller();
    emulator.faults.set([{ endpoint: "*", kind: "network" }]);
    await expect(call("PATCH", `${LIST_PATH}1066/`, { body: { title: "New" } })).rejects.toThrow(TypeError);
    emulator.faults.clear();
    expect((await call("GET", `${LIST_PATH}1066/`)).body).toMatchObject({ title: "Weekly growth review" });
  });

  it("lose the response after the work is done", async () => {
    const { call, emulator } = createEmulatorCaller();
    emulator.faults.set([{ endpoint: "*", kind: "lost-answer" }]);
    await expect(call("PATCH", `${LIST_PATH}1066/`, { body: { title: "New" } })).rejects.toThrow(TypeError);
    emulator.faults.clear();
    expect((await call("GET", `${LIST_PATH}1066/`)).body).toMatchObject({ title: "New" });
  });

  it("don't respond until the request is aborted", async () => {
    const { emulator } = createEmulatorCaller();
    emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "timeout" }]);
    const controller = new AbortController();
    const answer = emulator.fetch(buildRequest("GET", LIST_PATH, { signal: controller.signal }));
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  });

  it("corrupt the body in every supported way", async () => {
    const { emulator } = createEmulatorCaller();
    const whole = await (await emulator.fetch(buildRequest("GET", LIST_PATH))).text();
    const broken = async (kind: string) => {
      emulator.faults.set([{ endpoint: ENDPOINT_ID, kind }]);
      const response = await emulator.fetch(buildRequest("GET", LIST_PATH));
      expect(response.status).toBe(200);
      return response.text();
    };
    expect(() => JSON.parse("")).toThrow(SyntaxError);
    const malformed = await broken("malformed");
    expect(() => JSON.parse(malformed)).toThrow(SyntaxError);
    const truncated = await broken("truncated");
    expect(whole.startsWith(truncated)).toBe(true);
    expect(() => JSON.parse(truncated)).toThrow(SyntaxError);
    expect(JSON.parse(await broken("wrong-shape"))).not.toHaveProperty("count");
    expect(await broken("html")).toContain("<form>");
    expect(await broken("empty")).toBe("");
  });

  it("remove scopes from every key", async () => {
    const { call, emulator } = createEmulatorCaller();
    emulator.faults.set([{ endpoint: "*", kind: "scope", scopes: ["subscription:write"] }]);
    expect((await call("GET", LIST_PATH)).status).toBe(200);
    expect((await call("PATCH", `${LIST_PATH}1066/`, { body: {} })).body).toMatchObject({
      code: "permission_denied",
      detail: "API key missing required scope 'subscription:write'",
    });
  });

  it("delay responses by a fixed time or a range, in addition to the general delay", async () => {
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const { call, emulator } = createEmulatorCaller({ latency: 10, sleep });
    await call("GET", LIST_PATH);
    emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "latency", latencyMs: 100 }]);
    await call("GET", LIST_PATH);
    emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "latency", latencyMs: 100, latencyMaxMs: 200 }]);
    await call("GET", LIST_PATH);
    expect(waits.slice(0, 2)).toEqual([10, 110]);
    expect(waits[2]).toBeGreaterThan(110);
    expect(waits[2]).toBeLessThan(210);
  });

  it("delay only the named endpoint", async () => {
    const waits: number[] = [];
    const { call, emulator } = createEmulatorCaller({ sleep: async (ms) => void waits.push(ms) });
    emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "latency", latencyMs: 100 }]);
    await call("GET", "/projects/");
    await call("GET", `${LIST_PATH}1066/`);
    expect(waits).toEqual([]);
    await call("GET", LIST_PATH);
    expect(waits).toEqual([100]);
  });

  it("stop waiting when the request is aborted", async () => {
    const { emulator } = createEmulatorCaller({ latency: 1_000_000 });
    const controller = new AbortController();
    const answer = emulator.fetch(buildRequest("GET", LIST_PATH, { signal: controller.signal }));
    controller.abort(new Error("gone"));
    await expect(answer).rejects.toThrow("gone");
    await expect(
      emulator.fetch(buildRequest("GET", LIST_PATH, { signal: AbortSignal.abort(new Error("never sent")) })),
    ).rejects.toThrow("never sent");
  });

  it.each([
    { endpoint: "*", kind: "gremlins" },
    { endpoint: "*", kind: "status", status: 418 },
    { endpoint: "*", kind: "status" },
    { endpoint: "*", kind: "status", status: 502, detail: "A page has no detail." },
    { endpoint: "*", kind: "network", detail: "Not used." },
  ])("reject %j and stay unchanged", (setting) => {
    const { emulator } = createEmulatorCaller();
    emulator.faults.set([{ endpoint: ENDPOINT_ID, kind: "network" }]);
    expect(() => emulator.faults.set([setting])).toThrow(RangeError);
    expect(emulator.faults.list()).toEqual([{ endpoint: ENDPOINT_ID, kind: "network" }]);
  });
});
