import { describe, expect, it, vi } from "vitest";
import { createMocks, fetchFrom } from "./handlers";
import { offline, refuse, SCENARIOS, type ScenarioName, scenarioHandler } from "./scenarios";

const LIST = "subscriptions.list";
const URL_OF_LIST = "http://server.example/api/environments/1/subscriptions/?limit=2";

function getList(handlers: Parameters<typeof fetchFrom>[0], url = URL_OF_LIST) {
  return fetchFrom(handlers, new Request(url, { headers: { Authorization: "Bearer phx_demo_all" } }));
}

/** Returns the response to a list with a scenario. */
function getWith(name: ScenarioName) {
  const { handlers } = createMocks();
  return getList([SCENARIOS[name](LIST, handlers), ...handlers]);
}

describe("scenarios", () => {
  it.each([
    ["server-error", 500, "application/json"],
    ["rejected-key", 401, "application/json"],
    ["sign-in-page", 401, "text/html"],
    ["missing-scope", 403, "application/json"],
    ["not-found", 404, "application/json"],
    ["throttled", 429, "application/json"],
    ["throttled-by-proxy", 429, "text/html"],
  ] as const)("%s responds with %s and %s", async (name, status, type) => {
    const response = await getWith(name);
    expect([response.status, response.headers.get("Content-Type")?.split(";")[0]]).toEqual([status, type]);
    expect(response.headers.get("Retry-After")).toBe(name === "throttled" ? "3" : null);
  });

  it("name the scope that the endpoint needs", async () => {
    expect(await (await getWith("missing-scope")).json()).toEqual({
      type: "authentication_error",
      code: "permission_denied",
      detail: "API key missing required scope 'subscription:read'",
      attr: null,
    });
  });

  it("lose the connection", async () => {
    await expect(getWith("offline")).rejects.toThrow(TypeError);
    await expect(getWith("lost-answer")).rejects.toThrow(TypeError);
  });

  it("spoil what the server answers", async () => {
    await expect((await getWith("cut-off")).json()).rejects.toThrow(SyntaxError);
    expect(await (await getWith("malformed-record")).json()).toMatchObject({
      count: 44,
      results: [{ id: "broken" }, {}],
    });
    expect(await (await getWith("empty")).json()).toMatchObject({ count: 0, results: [] });
  });

  it("delay an answer", async () => {
    vi.useFakeTimers();
    const response = getWith("slow");
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect((await response).status).toBe(200);
  });

  it("apply to their endpoint only, while they are active", async () => {
    const { handlers } = createMocks();
    let active: Parameters<typeof scenarioHandler>[0] = () => [{ endpoint: LIST, name: "server-error" }];
    const all = [scenarioHandler(() => active(), handlers), ...handlers];
    expect((await getList(all)).status).toBe(500);
    expect((await getList(all, URL_OF_LIST.replace("/environments/", "/projects/"))).status).toBe(500);
    expect((await getList(all, "http://server.example/api/environments/1/exports/")).status).toBe(200);
    active = () => [];
    expect((await getList(all)).status).toBe(200);
  });
});

describe("handlers of a test", () => {
  it("can apply once", async () => {
    const { handlers } = createMocks();
    const all = [refuse(LIST, 402, { once: true }), ...handlers];
    expect([(await getList(all)).status, (await getList(all)).status]).toEqual([402, 200]);
  });

  it("apply to every endpoint with *", async () => {
    const { handlers } = createMocks();
    await expect(getList([offline("*"), ...handlers])).rejects.toThrow(TypeError);
    expect(() => refuse("subscriptions.lost", 500)).toThrow(RangeError);
  });
});
