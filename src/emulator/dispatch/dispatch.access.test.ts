import { describe, expect, it } from "vitest";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/subscriptions/";
const notFoundBody = (detail: string) => ({
  status: 404,
  body: { type: "invalid_request", code: "not_found", detail, attr: null },
});
const NEW_SUBSCRIPTION = {
  target_type: "slack",
  target_value: "#x",
  frequency: "daily",
  start_date: "2026-11-23T09:00:00Z",
};

describe("keys", () => {
  it("are required and must be known, for any method", async () => {
    const { call } = createEmulatorCaller();
    for (const key of [null, "phx_other"])
      for (const method of ["GET", "PUT"]) expect((await call(method, LIST_PATH, { key })).status).toBe(401);
  });

  // Columns: key, method, path, expected status. Other cases are recorded exchanges.
  const matrix: readonly (readonly [string, string, string, number])[] = [
    ["phx_demo_read", "GET", "/projects/", 200],
    ["phx_demo_read", "POST", LIST_PATH, 403],
    // `:write` includes only the `:read` of the same resource.
    ["phx_demo_write", "POST", LIST_PATH, 201],
    ["phx_demo_write", "GET", "/environments/1/exports/", 200],
    ["phx_demo_write", "GET", "/environments/1/dashboards/", 403],
    ["phx_demo_none", "GET", "/users/@me/", 403],
    ["phx_demo_project1", "POST", LIST_PATH, 201],
    ["phx_demo_project1", "GET", "/environments/@current/subscriptions/", 200],
    ["phx_demo_project1", "GET", "/projects/", 403],
    ["phx_demo_project1", "GET", "/projects/@current/", 200],
    ["phx_demo_project1", "GET", "/projects/2/", 403],
    ["phx_demo_project1", "GET", "/users/@me/", 200],
  ];
  it.each(matrix)("%s %s %s gives %i", async (key, method, path, status) => {
    const { call } = createEmulatorCaller();
    const body = method === "POST" ? NEW_SUBSCRIPTION : undefined;
    expect((await call(method, path, { key, body })).status).toBe(status);
  });
});

describe("paths", () => {
  it("work the same below /api/projects/", async () => {
    const { call } = createEmulatorCaller();
    const answer = await call("GET", `${LIST_PATH}1066/`);
    expect(await call("GET", "/projects/1/subscriptions/1066/")).toEqual(answer);
    expect(await call("GET", "/environments/@current/subscriptions/1066/")).toEqual(answer);
  });

  it("must exist", async () => {
    const { call } = createEmulatorCaller();
    const nowhere = notFoundBody("Endpoint not found.");
    expect(await call("GET", "/environments/1/unknown/")).toEqual(nowhere);
    expect(await call("GET", "/unknown/", { key: null })).toEqual(nowhere);
  });

  it.each(["9", "abc", "01"])("do not find the project %s", async (id) => {
    const { call } = createEmulatorCaller();
    expect(await call("GET", `/environments/${id}/subscriptions/`)).toEqual(
      notFoundBody("Project not found."),
    );
  });

  it("refuse other methods", async () => {
    const { call } = createEmulatorCaller();
    expect(await call("PUT", LIST_PATH, { key: "phx_demo_legacy" })).toMatchObject({
      status: 405,
      body: { code: "method_not_allowed", detail: 'Method "PUT" not allowed.' },
    });
  });
});

describe("rate limit", () => {
  it("counts requests per minute when enabled, stricter for sessions, and returns the time to wait", async () => {
    let now = TEST_NOW.getTime();
    const { call } = createEmulatorCaller({ rateLimit: true, now: () => new Date(now) });
    const sessions = "/environments/1/sessions/property_definitions/";
    for (let sent = 0; sent < 240; sent++) await call("GET", sessions);
    now += 26_000;
    expect(await call("GET", sessions)).toEqual({
      status: 429,
      body: {
        type: "throttled_error",
        code: "throttled",
        detail: "Request was throttled. Expected available in 34 seconds.",
        attr: null,
      },
    });
    expect((await call("GET", "/projects/")).status).toBe(200);
    now += 34_000;
    expect((await call("GET", sessions)).status).toBe(200);
  });
});
