import { describe, expect, it } from "vitest";
import { buildRequest, createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/subscriptions/";
const permissionDeniedBody = (detail: string) => ({
  status: 403,
  body: { type: "authentication_error", code: "permission_denied", detail, attr: null },
});
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
  it("are required", async () => {
    const { call } = createEmulatorCaller();
    const expected = {
      status: 401,
      body: {
        type: "authentication_error",
        code: "not_authenticated",
        detail: "Authentication credentials were not provided.",
        attr: null,
      },
    };
    expect(await call("GET", LIST_PATH, { key: null })).toEqual(expected);
    expect(await call("GET", "/projects/", { key: null })).toEqual(expected);
    expect(await call("PUT", LIST_PATH, { key: null })).toEqual(expected);
  });

  it("must be known to the server", async () => {
    const { call } = createEmulatorCaller();
    expect(await call("GET", LIST_PATH, { key: "phx_other" })).toEqual({
      status: 401,
      body: {
        type: "authentication_error",
        code: "authentication_failed",
        detail: "Personal API key found in request Authorization header is invalid.",
        attr: null,
      },
    });
  });

  // Columns: key, method, path, expected status.
  const matrix: readonly (readonly [string, string, string, number])[] = [
    ["phx_demo_all", "GET", LIST_PATH, 200],
    ["phx_demo_all", "POST", LIST_PATH, 201],
    ["phx_demo_read", "GET", LIST_PATH, 200],
    ["phx_demo_read", "POST", LIST_PATH, 403],
    ["phx_demo_read", "PATCH", `${LIST_PATH}1066/`, 403],
    ["phx_demo_read", "DELETE", `${LIST_PATH}1066/`, 403],
    ["phx_demo_read", "GET", "/projects/", 200],
    // `:write` includes only the `:read` of the same resource.
    ["phx_demo_write", "GET", LIST_PATH, 200],
    ["phx_demo_write", "POST", LIST_PATH, 201],
    ["phx_demo_write", "GET", "/environments/1/exports/", 200],
    ["phx_demo_write", "GET", "/environments/1/dashboards/", 403],
    ["phx_demo_write", "GET", "/projects/", 403],
    ["phx_demo_none", "GET", LIST_PATH, 403],
    ["phx_demo_none", "GET", "/projects/", 403],
    ["phx_demo_none", "GET", "/users/@me/", 403],
    ["phx_demo_project1", "GET", LIST_PATH, 200],
    ["phx_demo_project1", "POST", LIST_PATH, 201],
    ["phx_demo_project1", "GET", "/environments/@current/subscriptions/", 200],
    ["phx_demo_project1", "GET", "/environments/2/subscriptions/", 403],
    ["phx_demo_project1", "GET", "/projects/", 403],
    ["phx_demo_project1", "GET", "/projects/@current/", 200],
    ["phx_demo_project1", "GET", "/projects/2/", 403],
    ["phx_demo_project1", "GET", "/users/@me/", 200],
  ];
  it.each(matrix)("%s %s %s gives %i", async (key, method, path, status) => {
    const { call } = createEmulatorCaller();
    const body = method === "POST" ? NEW_SUBSCRIPTION : method === "PATCH" ? {} : undefined;
    expect((await call(method, path, { key, body })).status).toBe(status);
  });

  it("are refused with the server's messages", async () => {
    const { call } = createEmulatorCaller();
    expect(await call("POST", LIST_PATH, { key: "phx_demo_read", body: NEW_SUBSCRIPTION })).toEqual(
      permissionDeniedBody("API key missing required scope 'subscription:write'"),
    );
    expect(await call("GET", "/environments/2/subscriptions/", { key: "phx_demo_project1" })).toEqual(
      permissionDeniedBody("API key does not have access to the requested project: ID 2."),
    );
  });
});

describe("paths", () => {
  it("work the same below /api/projects/", async () => {
    const { call } = createEmulatorCaller();
    const answer = await call("GET", `${LIST_PATH}1066/`);
    expect(await call("GET", "/projects/1/subscriptions/1066/")).toEqual(answer);
    expect(await call("GET", "/environments/@current/subscriptions/1066/")).toEqual(answer);
  });

  it("must end with a slash and exist", async () => {
    const { call } = createEmulatorCaller();
    const nowhere = notFoundBody("Endpoint not found.");
    expect(await call("GET", "/environments/1/subscriptions")).toEqual(nowhere);
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
    expect(await call("PUT", LIST_PATH)).toEqual({
      status: 405,
      body: {
        type: "invalid_request",
        code: "method_not_allowed",
        detail: 'Method "PUT" not allowed.',
        attr: null,
      },
    });
  });

  it("respond to HEAD without a body", async () => {
    const { emulator } = createEmulatorCaller();
    const response = await emulator.fetch(buildRequest("HEAD", LIST_PATH));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });
});

describe("lookups", () => {
  it("list the projects", async () => {
    const { call } = createEmulatorCaller();
    const { body } = await call("GET", "/projects/");
    expect(body).toMatchObject({
      count: 3,
      next: null,
      previous: null,
      results: [
        { id: 1, name: "Demo", timezone: "UTC" },
        { id: 2, name: "Large" },
        { id: 3, name: "Empty" },
      ],
    });
  });

  it("return the owner of the key, colleagues, dashboards and insights", async () => {
    const { call } = createEmulatorCaller();
    expect((await call("GET", "/users/@me/")).body).toMatchObject({
      first_name: "Ana",
      last_name: "Ferreira",
    });
    expect((await call("GET", "/organizations/@current/members/")).body).toMatchObject({ count: 30 });
    expect((await call("GET", "/environments/1/dashboards/?limit=1")).body).toMatchObject({
      count: 12,
      results: [{ id: 201, name: "Growth overview" }],
    });
    expect((await call("GET", "/environments/1/insights/?search=weekly&basic=true")).body).toMatchObject({
      count: 2,
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
