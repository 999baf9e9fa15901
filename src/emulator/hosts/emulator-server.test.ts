import { afterEach, describe, expect, it } from "vitest";
import { CONTROL_HEADER } from "./control";
import { type EmulatorServer, type EmulatorServerOptions, startEmulatorServer } from "./emulator-server";

const servers: EmulatorServer[] = [];

async function startServer(options: Partial<EmulatorServerOptions> = {}): Promise<EmulatorServer> {
  const server = await startEmulatorServer({ port: 0, ...options });
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const AUTHORIZATION = { Authorization: "Bearer phx_demo_all" };
const CONTROL = { [CONTROL_HEADER]: "1" };
const LIST_PATH = "/api/environments/3/subscriptions/";

/** Creates functions that call the server's control endpoints. */
function steering(address: string) {
  return {
    post: (action: string, body?: unknown) =>
      fetch(`${address}/__emulator/${action}`, {
        method: "POST",
        headers: CONTROL,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    show: async (action: string): Promise<unknown> =>
      (await fetch(`${address}/__emulator/${action}`, { headers: CONTROL })).json(),
  };
}

describe("the emulator over HTTP", () => {
  it("answers writes with text beyond ASCII", async () => {
    const { address } = await startServer();
    const body = JSON.stringify({
      target_type: "email",
      target_value: "zoë@x.example",
      frequency: "daily",
      start_date: "2026-11-23T09:00:00Z",
    });
    const headers = { ...AUTHORIZATION, "Content-Type": "application/json" };
    const created = await fetch(`${address}${LIST_PATH}`, { method: "POST", headers, body });
    expect(await created.json()).toMatchObject({ target_value: "zoë@x.example" });
  });

  it("compresses long responses for clients that accept it", async () => {
    const { address } = await startServer();
    const request = async (path: string, encoding: string) => {
      const response = await fetch(address + path, {
        headers: { ...AUTHORIZATION, "Accept-Encoding": encoding },
      });
      await response.json();
      return response.headers.get("Content-Encoding");
    };
    const longPath = "/api/environments/1/subscriptions/?limit=50";
    expect(await request(longPath, "gzip, br")).toBe("gzip");
    expect(await request(longPath, "identity")).toBeNull();
    expect(await request(LIST_PATH, "gzip, br")).toBeNull();
  });

  it("allows any origin with a key, without cookies, and exposes no extra headers", async () => {
    const { address } = await startServer();
    const origin = { Origin: "https://console.example" };
    const preflight = await fetch(`${address}${LIST_PATH}`, {
      method: "OPTIONS",
      headers: { ...origin, "Access-Control-Request-Method": "PATCH" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("PATCH");
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("authorization");
    // Without Access-Control-Allow-Origin, pages couldn't read error responses.
    const refused = await fetch(`${address}${LIST_PATH}`, { headers: origin });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(refused.headers.has("Access-Control-Allow-Credentials")).toBe(false);
    expect(refused.headers.has("Access-Control-Expose-Headers")).toBe(false);
  });

  it("takes the next free port when one is busy", async () => {
    const first = await startServer();
    const port = Number(new URL(first.address).port);
    const second = await startServer({ port });
    expect(Number(new URL(second.address).port)).toBeGreaterThan(port);
    expect((await fetch(`${second.address}/api/projects/`, { headers: AUTHORIZATION })).status).toBe(200);
  });

  it("cuts the connection for network faults, until a reset", async () => {
    const { address } = await startServer();
    const { post } = steering(address);
    const list = () => fetch(`${address}/api/projects/`, { headers: AUTHORIZATION });
    expect((await post("faults", [{ endpoint: "*", kind: "network" }])).status).toBe(204);
    await expect(list()).rejects.toThrow();
    expect((await post("faults", [{ endpoint: "*", kind: "gremlins" }])).status).toBe(400);
    expect((await post("reset")).status).toBe(204);
    expect((await list()).status).toBe(200);
    expect((await post("other")).status).toBe(404);
  });

  it("refuses control from a page of another origin", async () => {
    const { address, emulator } = await startServer();
    const url = `${address}/__emulator/faults`;
    // Browsers send forms and simple requests such as this one without a preflight.
    const simple = await fetch(url, { method: "POST", body: '[{"endpoint":"*","kind":"network"}]' });
    expect(simple.status).toBe(403);
    expect(emulator.faults.list()).toEqual([]);
    expect((await fetch(url)).status).toBe(403);
    const preflight = await fetch(url, {
      method: "OPTIONS",
      headers: { Origin: "https://other.example", "Access-Control-Request-Headers": CONTROL_HEADER },
    });
    const allowed = preflight.headers.get("Access-Control-Allow-Headers")?.split(", ") ?? [];
    expect(allowed).toContain("authorization");
    expect(allowed).not.toContain(CONTROL_HEADER.toLowerCase());
    expect(allowed).not.toContain("*");
  });

  it("holds responses, lists them, and releases one or all", async () => {
    const { address } = await startServer();
    const { post, show } = steering(address);
    const ask = (offset: number) =>
      fetch(`${address}${LIST_PATH}?offset=${offset}`, { headers: AUTHORIZATION });
    expect((await post("holds", [{ endpoint: "subscriptions.list", path: "offset=" }])).status).toBe(204);
    const first = ask(1);
    await expect.poll(() => show("holds")).toMatchObject([{ id: 1, path: `${LIST_PATH}?offset=1` }]);
    const second = ask(2);
    await expect.poll(() => show("holds")).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect((await post("release", { id: 2 })).status).toBe(204);
    expect((await second).status).toBe(200);
    expect((await post("release", { id: 2 })).status).toBe(400);
    expect((await post("release")).status).toBe(204);
    expect((await first).status).toBe(200);
    expect((await post("holds", [{ endpoint: 1 }])).status).toBe(400);
  });

  it("forgets a held request when its connection is closed", async () => {
    const { address } = await startServer();
    const { post, show } = steering(address);
    await post("holds", [{ endpoint: "*" }]);
    const leave = new AbortController();
    const left = fetch(`${address}${LIST_PATH}`, { headers: AUTHORIZATION, signal: leave.signal }).catch(
      () => "left",
    );
    await expect.poll(() => show("holds")).toHaveLength(1);
    leave.abort();
    expect(await left).toBe("left");
    await expect.poll(() => show("holds")).toEqual([]);
  });

  it("finishes pending exports", async () => {
    const { address } = await startServer({ now: new Date("2026-11-21T10:00:00Z") });
    const exports = `${address}/api/environments/1/exports/`;
    const headers = { ...AUTHORIZATION, "Content-Type": "application/json" };
    const body = JSON.stringify({ insight: 4001, export_format: "text/csv" });
    await fetch(exports, { method: "POST", headers, body });
    expect((await steering(address).post("ready")).status).toBe(204);
    const list = await fetch(`${exports}?limit=1`, { headers });
    expect(await list.json()).toMatchObject({ results: [{ has_content: true }] });
  });

  it("stops and advances its clock, and a reset sets the base of all dates", async () => {
    const { address } = await startServer();
    const { post, show } = steering(address);
    await post("now", { now: "2027-03-01T09:00:00Z" });
    await post("now", { advanceMs: 90_000 });
    expect(await show("now")).toEqual({ now: "2027-03-01T09:01:30.000Z" });
    for (const body of [{}, { now: "yesterday" }, { advanceMs: -1 }])
      expect((await post("now", body)).status).toBe(400);
    expect((await post("reset", { now: "2030-06-15T12:00:00Z" })).status).toBe(204);
    const list = await fetch(`${address}/api/environments/1/exports/?limit=1`, { headers: AUTHORIZATION });
    expect(await list.json()).toMatchObject({ results: [{ created_at: "2030-06-15T11:59:20Z" }] });
  });

  it("changes its generation, until it is reset", async () => {
    const { address } = await startServer({ generation: "2024" });
    const { post, show } = steering(address);
    expect((await post("generation", { generation: "2026" })).status).toBe(204);
    expect(await show("generation")).toEqual({ generation: "2026" });
    expect((await post("generation", { generation: "2023" })).status).toBe(400);
    await post("reset");
    expect(await show("generation")).toEqual({ generation: "2024" });
  });

  it("closes while a request is pending", async () => {
    const { address, emulator, close } = await startServer();
    emulator.faults.set([{ endpoint: "*", kind: "timeout" }]);
    const hanging = fetch(`${address}/api/projects/`, { headers: AUTHORIZATION }).catch(() => "cut");
    await expect.poll(async () => (await fetch(`${address}/api/unknown/`)).status).toBe(404);
    await close();
    expect(await hanging).toBe("cut");
  });
});
