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
  it("answers reads and writes", async () => {
    const { address } = await startServer();
    const created = await fetch(`${address}${LIST_PATH}`, {
      method: "POST",
      headers: { ...AUTHORIZATION, "Content-Type": "application/json" },
      body: JSON.stringify({
        target_type: "email",
        target_value: "zoë@x.example",
        frequency: "daily",
        start_date: "2026-11-23T09:00:00Z",
      }),
    });
    expect(created.status).toBe(201);
    const list = await fetch(`${address}${LIST_PATH}?limit=1`, { headers: AUTHORIZATION });
    expect(await list.json()).toMatchObject({ count: 1, results: [{ target_value: "zoë@x.example" }] });
    const head = await fetch(`${address}${LIST_PATH}`, { method: "HEAD", headers: AUTHORIZATION });
    expect([head.status, await head.text()]).toEqual([200, ""]);
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

  it("changes its generation over HTTP, until it is reset", async () => {
    const { address } = await startServer({ generation: "2024" });
    const { post, show } = steering(address);
    expect(await show("generation")).toEqual({ generation: "2024" });
    expect((await post("generation", { generation: "2026" })).status).toBe(204);
    expect(await show("generation")).toEqual({ generation: "2026" });
    const list = await fetch(`${address}/api/environments/1/subscriptions/?limit=1`, {
      headers: AUTHORIZATION,
    });
    expect(await list.json()).toMatchObject({ results: [{ enabled: true }] });
    const refused = await post("generation", { generation: "2023" });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { detail: "The generation must be 2024, 2025, 2026" },
    ]);
    await post("reset");
    expect(await show("generation")).toEqual({ generation: "2024" });
  });

  it("takes the next free port when one is busy", async () => {
    const first = await startServer();
    const port = Number(new URL(first.address).port);
    const second = await startServer({ port });
    expect(Number(new URL(second.address).port)).toBeGreaterThan(port);
    expect((await fetch(`${second.address}/api/projects/`, { headers: AUTHORIZATION })).status).toBe(200);
  });

  it("cuts the connection for network faults, and accepts faults and resets over HTTP", async () => {
    const { address } = await startServer();
    const post = (action: string, body: string) =>
      fetch(`${address}/__emulator/${action}`, { method: "POST", headers: CONTROL, body });
    expect((await post("faults", '[{"endpoint":"*","kind":"network"}]')).status).toBe(204);
    await expect(fetch(`${address}/api/projects/`, { headers: AUTHORIZATION })).rejects.toThrow();
    expect((await post("faults", '[{"endpoint":"*","kind":"gremlins"}]')).status).toBe(400);
    expect((await post("faults", '[{"endpoint":"*","kind":"limit-cap","limit":"2"}]')).status).toBe(400);
    expect((await post("faults", '[{"endpoint":"*","kind":"limit-cap","limit":2}]')).status).toBe(204);
    const capped = await fetch(`${address}/api/projects/?limit=50`, { headers: AUTHORIZATION });
    expect(await capped.json()).toMatchObject({ count: 3, results: [{ id: 1 }, { id: 2 }] });
    expect((await post("reset", "")).status).toBe(204);
    expect((await fetch(`${address}/api/projects/`, { headers: AUTHORIZATION })).status).toBe(200);
    expect((await post("other", "")).status).toBe(404);
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
    await expect
      .poll(() => show("holds"))
      .toMatchObject([{ id: 1, method: "GET", path: `${LIST_PATH}?offset=1` }]);
    const second = ask(2);
    await expect.poll(() => show("holds")).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect((await post("release", { id: 2 })).status).toBe(204);
    expect((await second).status).toBe(200);
    expect((await post("release", { id: 2 })).status).toBe(400);
    expect((await post("release")).status).toBe(204);
    expect((await first).status).toBe(200);
    expect((await ask(3)).status).toBe(200);
    expect((await post("holds", [{ endpoint: 1 }])).status).toBe(400);
    expect((await post("holds")).status).toBe(400);
  });

  it("forgets a held request when its connection is closed, and releases held requests on a reset", async () => {
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
    const held = fetch(`${address}${LIST_PATH}`, { headers: AUTHORIZATION });
    await expect.poll(() => show("holds")).toHaveLength(1);
    expect((await post("reset")).status).toBe(204);
    expect((await held).status).toBe(200);
    expect((await fetch(`${address}${LIST_PATH}`, { headers: AUTHORIZATION })).status).toBe(200);
  });

  it("finishes pending exports, also those whose creation blocks", async () => {
    const { address } = await startServer({ now: new Date("2026-11-21T10:00:00Z") });
    const { post } = steering(address);
    const exports = `${address}/api/environments/1/exports/`;
    const create = () =>
      fetch(exports, {
        method: "POST",
        headers: { ...AUTHORIZATION, "Content-Type": "application/json" },
        body: JSON.stringify({ insight: 4001, export_format: "text/csv" }),
      });
    const created: unknown = await (await create()).json();
    expect(created).toMatchObject({ has_content: false, exception: null });
    await post("faults", [{ endpoint: "exports.create", kind: "blocks" }]);
    const blocked = create();
    const list = async (): Promise<unknown> =>
      (await fetch(`${exports}?limit=5`, { headers: AUTHORIZATION })).json();
    await expect.poll(list).toMatchObject({ count: 42 });
    expect((await post("ready")).status).toBe(204);
    expect(await (await blocked).json()).toMatchObject({ has_content: true });
    // The third export is also ready. The fourth is stuck.
    const ready = { has_content: true };
    expect(await list()).toMatchObject({ results: [ready, ready, ready, { has_content: false }, ready] });
  });

  it("stops and advances its clock, and a reset sets the base of all dates", async () => {
    const { address } = await startServer();
    const { post, show } = steering(address);
    expect((await post("now", { now: "2027-03-01T09:00:00Z" })).status).toBe(204);
    expect(await show("now")).toEqual({ now: "2027-03-01T09:00:00.000Z" });
    expect((await post("now", { advanceMs: 90_000 })).status).toBe(204);
    expect(await show("now")).toEqual({ now: "2027-03-01T09:01:30.000Z" });
    for (const body of [{}, { now: "yesterday" }, { now: 5 }, { advanceMs: -1 }, { advanceMs: "1" }])
      expect((await post("now", body)).status).toBe(400);
    const newest = async (): Promise<unknown> =>
      (await fetch(`${address}/api/environments/1/exports/?limit=1`, { headers: AUTHORIZATION })).json();
    expect((await post("reset", { now: "2030-06-15T12:00:00Z" })).status).toBe(204);
    expect(await newest()).toMatchObject({ results: [{ created_at: "2030-06-15T11:59:20Z" }] });
    expect((await post("reset", { now: "x" })).status).toBe(400);
    expect((await post("reset")).status).toBe(204);
    expect(await show("now")).not.toEqual({ now: "2030-06-15T12:00:00.000Z" });
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
