import { describe, expect, it } from "vitest";
import type { Generation } from "@/emulator/backend/generation";
import { buildRequest, createEmulatorCaller } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/subscriptions/";
const PROPERTIES = "/environments/1/sessions/property_definitions/?search=channel";

const callIn = (generation: Generation) => createEmulatorCaller({ generation }).call;

it.each(["2024", "2025"] as const)("a legacy key may do everything in %s", async (generation) => {
  const call = callIn(generation);
  for (const path of [LIST_PATH, "/projects/", "/users/@me/", PROPERTIES]) {
    expect((await call("GET", path, { key: "phx_demo_legacy" })).status).toBe(200);
  }
  expect((await call("PUT", LIST_PATH, { key: "phx_demo_legacy" })).status).toBe(405);
});

it.each(["2025", "2026"] as const)(
  "a scoped key gets 403 for an unmapped method in %s",
  async (generation) => {
    const call = callIn(generation);
    expect((await call("PUT", LIST_PATH, { key: "phx_demo_read" })).status).toBe(403);
    expect((await call("PUT", LIST_PATH)).status).toBe(403);
  },
);

it.each([
  ["2024", "environments", 404],
  ["2025", "environments", 200],
  ["2025", "projects", 404],
  ["2026", "environments", 200],
  ["2026", "projects", 200],
] as const)("web vitals in %s below %s answer %i", async (generation, prefix, status) => {
  const answer = await callIn(generation)("GET", `/${prefix}/1/web_vitals/?pathname=%2Fpricing`);
  expect(answer.status).toBe(status);
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
