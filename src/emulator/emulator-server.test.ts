import { afterEach, describe, expect, it } from "vitest";
import { type EmulatorServer, type EmulatorServerOptions, startEmulatorServer } from "./emulator-server";

const servers: EmulatorServer[] = [];

async function start(options: Partial<EmulatorServerOptions> = {}): Promise<EmulatorServer> {
  const server = await startEmulatorServer({ port: 0, ...options });
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const key = { Authorization: "Bearer phx_demo_all" };
const LIST = "/api/environments/3/subscriptions/";

describe("the emulator over HTTP", () => {
  it("answers reads and writes", async () => {
    const { address } = await start();
    const created = await fetch(`${address}${LIST}`, {
      method: "POST",
      headers: { ...key, "Content-Type": "application/json" },
      body: JSON.stringify({
        target_type: "email",
        target_value: "zoë@x.example",
        frequency: "daily",
        start_date: "2026-11-23T09:00:00Z",
      }),
    });
    expect(created.status).toBe(201);
    const list = await fetch(`${address}${LIST}?limit=1`, { headers: key });
    expect(await list.json()).toMatchObject({ count: 1, results: [{ target_value: "zoë@x.example" }] });
    const head = await fetch(`${address}${LIST}`, { method: "HEAD", headers: key });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("lets any origin in with a key, without cookies, and shows no extra header", async () => {
    const { address } = await start();
    const origin = { Origin: "https://console.example" };
    const preflight = await fetch(`${address}${LIST}`, {
      method: "OPTIONS",
      headers: { ...origin, "Access-Control-Request-Method": "PATCH" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("PATCH");
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("authorization");
    // Errors need it as well: a page could not read them otherwise.
    const refused = await fetch(`${address}${LIST}`, { headers: origin });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(refused.headers.has("Access-Control-Allow-Credentials")).toBe(false);
    expect(refused.headers.has("Access-Control-Expose-Headers")).toBe(false);
  });

  it("takes the next free port when one is busy", async () => {
    const first = await start();
    const port = Number(new URL(first.address).port);
    const second = await start({ port });
    expect(Number(new URL(second.address).port)).toBeGreaterThan(port);
    expect((await fetch(`${second.address}/api/projects/`, { headers: key })).status).toBe(200);
  });

  it("cuts the line for a lost connection, and takes faults and resets from outside", async () => {
    const { address } = await start();
    const post = (action: string, body: string) =>
      fetch(`${address}/__emulator/${action}`, { method: "POST", body });
    expect((await post("faults", '[{"endpoint":"*","kind":"network"}]')).status).toBe(204);
    await expect(fetch(`${address}/api/projects/`, { headers: key })).rejects.toThrow();
    expect((await post("faults", '[{"endpoint":"*","kind":"gremlins"}]')).status).toBe(400);
    expect((await post("faults", '[{"endpoint":"*","kind":"limit-cap","limit":"2"}]')).status).toBe(400);
    expect((await post("faults", '[{"endpoint":"*","kind":"limit-cap","limit":2}]')).status).toBe(204);
    const capped = await fetch(`${address}/api/projects/?limit=50`, { headers: key });
    expect(await capped.json()).toMatchObject({ count: 3, results: [{ id: 1 }, { id: 2 }] });
    expect((await post("reset", "")).status).toBe(204);
    expect((await fetch(`${address}/api/projects/`, { headers: key })).status).toBe(200);
    expect((await post("other", "")).status).toBe(404);
  });

  it("closes while a request hangs", async () => {
    const { address, emulator, close } = await start();
    emulator.faults.set([{ endpoint: "*", kind: "timeout" }]);
    const hanging = fetch(`${address}/api/projects/`, { headers: key }).catch(() => "cut");
    await expect.poll(async () => (await fetch(`${address}/api/unknown/`)).status).toBe(404);
    await close();
    expect(await hanging).toBe("cut");
  });
});
