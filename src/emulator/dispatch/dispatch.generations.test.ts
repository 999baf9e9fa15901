import { describe, expect, it } from "vitest";
import type { Generation } from "@/emulator/backend/generation";
import { buildRequest, createEmulatorCaller } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/subscriptions/";
const PROPERTIES = "/environments/1/sessions/property_definitions/?search=channel";
const VALUES = "/environments/1/sessions/values/?key=$channel_type";
const VITALS = "/web_vitals/?pathname=%2Fpricing";
const NO_KEYS = "This action does not support Personal API Key access";

const callIn = (generation: Generation) => createEmulatorCaller({ generation }).call;

describe("a legacy key", () => {
  it.each(["2024", "2025"] as const)("may do everything in %s", async (generation) => {
    const call = callIn(generation);
    for (const path of [LIST_PATH, "/projects/", "/users/@me/", PROPERTIES]) {
      expect((await call("GET", path, { key: "phx_demo_legacy" })).status).toBe(200);
    }
    expect((await call("PUT", LIST_PATH, { key: "phx_demo_legacy" })).status).toBe(405);
  });

  it("may do nothing in 2026", async () => {
    expect(await callIn("2026")("GET", LIST_PATH, { key: "phx_demo_legacy" })).toMatchObject({
      status: 403,
      body: { detail: "API key missing required scope 'subscription:read'" },
    });
  });
});

it.each(["2024", "2025", "2026"] as const)(
  "a scoped key gets 403 for an unmapped method in %s",
  async (generation) => {
    const call = callIn(generation);
    expect(await call("PUT", LIST_PATH, { key: "phx_demo_read" })).toMatchObject({
      status: 403,
      body: { detail: NO_KEYS },
    });
    expect((await call("PUT", LIST_PATH)).status).toBe(405);
  },
);

describe("sessions", () => {
  it("refuse keys with scopes in 2024", async () => {
    for (const path of [PROPERTIES, VALUES]) {
      expect(await callIn("2024")("GET", path)).toMatchObject({ status: 403, body: { detail: NO_KEYS } });
    }
  });

  it("need query:read in 2026, and have an envelope", async () => {
    const call = callIn("2026");
    expect(await call("GET", VALUES, { key: "phx_demo_write" })).toMatchObject({
      status: 403,
      body: { detail: "API key missing required scope 'query:read'" },
    });
    expect((await call("GET", VALUES, { key: "phx_demo_read" })).body).toMatchObject({
      results: expect.arrayContaining([{ name: expect.any(String) }]),
      refreshing: false,
    });
    expect((await callIn("2025")("GET", VALUES)).body).toEqual(
      expect.arrayContaining([{ name: expect.any(String) }]),
    );
  });
});

describe("web vitals", () => {
  it.each([
    ["2024", "environments", 404],
    ["2024", "projects", 404],
    ["2025", "environments", 200],
    ["2025", "projects", 404],
    ["2026", "environments", 200],
    ["2026", "projects", 200],
  ] as const)("in %s below %s answer %i", async (generation, prefix, status) => {
    const answer = await callIn(generation)("GET", `/${prefix}/1${VITALS}`);
    expect(answer.status).toBe(status);
    if (status === 404) expect(answer.body).toMatchObject({ detail: "Endpoint not found." });
  });
});

describe("the prefix environments", () => {
  const fetchHeaders = async (generation: Generation, path: string) => {
    const { emulator } = createEmulatorCaller({ generation });
    return (await emulator.fetch(buildRequest("GET", path))).headers;
  };

  it("is marked as deprecated in 2026, with the address that replaces it", async () => {
    const headers = await fetchHeaders("2026", `${LIST_PATH}?limit=1`);
    expect(headers.get("Link")).toBe('</api/projects/1/subscriptions/?limit=1>; rel="successor-version"');
    expect([headers.has("Deprecation"), headers.has("Sunset")]).toEqual([true, true]);
  });

  it("isn't in other generations", async () => {
    expect((await fetchHeaders("2025", LIST_PATH)).has("Deprecation")).toBe(false);
    expect((await fetchHeaders("2026", "/projects/1/subscriptions/")).has("Deprecation")).toBe(false);
  });
});

it("counts no refused request", async () => {
  const { call } = createEmulatorCaller({ rateLimit: true });
  for (let sent = 0; sent < 480; sent++) await call("GET", LIST_PATH, { key: "phx_demo_none" });
  expect((await call("GET", LIST_PATH, { key: "phx_demo_none" })).status).toBe(403);
});
