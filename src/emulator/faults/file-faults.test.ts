import { afterEach, describe, expect, it, vi } from "vitest";
import { type EmulatorServer, startEmulatorServer } from "@/emulator/hosts/emulator-server";
import { buildRequest, createEmulatorCaller } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/exports/";

/** Finds a ready CSV export. Returns its address and its content as text. */
async function createReadyFile(): Promise<
  ReturnType<typeof createEmulatorCaller> & { readonly address: string; readonly text: string }
> {
  const caller = createEmulatorCaller();
  const { body } = await caller.call("GET", `${LIST_PATH}?limit=100`);
  const rows: readonly { id: number; has_content: boolean; export_format: string }[] = Object(body).results;
  const id = rows.find((row) => row.has_content && row.export_format === "text/csv")?.id;
  const address = `${LIST_PATH}${id}/content/`;
  const text = await (await caller.emulator.fetch(buildRequest("GET", address))).text();
  expect(text).toContain("Week,");
  return { ...caller, address, text };
}

/** Lets pending tasks run. Tasks that are still pending afterward are waiting for the server. */
async function nextTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("faults of files", () => {
  it("cut a file off in the middle", async () => {
    const { emulator, address, text } = await createReadyFile();
    emulator.faults.set([{ endpoint: "exports.content", kind: "file-broken-off" }]);
    const response = await emulator.fetch(buildRequest("GET", address));
    expect(response.headers.get("Content-Length")).toBe(String(text.length));
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBe(Math.ceil(text.length / 2));
    await expect(reader?.read()).rejects.toThrow(TypeError);
  });

  it("declare another length or another type", async () => {
    const { emulator, address, text } = await createReadyFile();
    emulator.faults.set([
      { endpoint: "*", kind: "file-length", by: -3 },
      { endpoint: "*", kind: "file-type" },
    ]);
    const response = await emulator.fetch(buildRequest("GET", address));
    expect(response.headers.get("Content-Length")).toBe(String(text.length - 3));
    expect(response.headers.get("Content-Type")).toContain("text/html");
    expect(await response.text()).toBe(text);
  });

  it("create a large table of exactly the declared length", async () => {
    const { emulator, address } = await createReadyFile();
    emulator.faults.set([{ endpoint: "*", kind: "file-large", bytes: 1_000_001 }]);
    const text = await (await emulator.fetch(buildRequest("GET", address))).text();
    expect(text).toHaveLength(1_000_001);
    expect(text.split("\r\n").slice(0, 2)).toEqual([
      "Number,Day,Name,Value",
      '0,2026-11-21,"Harbourline, Ltd",0',
    ]);
  });

  it("stop a large table in the middle and keep the connection open", async () => {
    const { emulator, address } = await createReadyFile();
    emulator.faults.set([{ endpoint: "*", kind: "file-large", bytes: 5_000_000, stopsAfter: 1_000_000 }]);
    const response = await emulator.fetch(buildRequest("GET", address));
    const reader = response.body?.getReader();
    const isOver = vi.fn();
    let bytes = 0;
    while (bytes < 1_000_000) bytes += (await reader?.read())?.value?.length ?? Number.NaN;
    expect(bytes).toBeLessThan(1_500_000);
    void reader?.read().then(isOver, isOver);
    await nextTurns();
    expect(isOver).not.toHaveBeenCalled();
    await reader?.cancel();
    const wrong = { endpoint: "*", kind: "file-large", stopsAfter: -1 };
    expect(() => emulator.faults.set([wrong])).toThrow(RangeError);
  });

  it("redirect the request, and require a location", async () => {
    const { emulator, address } = await createReadyFile();
    const location = "https://files.example/x?signed=1";
    emulator.faults.set([{ endpoint: "*", kind: "file-elsewhere", location }]);
    const response = await emulator.fetch(buildRequest("GET", address));
    expect([response.status, response.headers.get("Location")]).toEqual([302, location]);
    expect(() => emulator.faults.set([{ endpoint: "*", kind: "file-elsewhere" }])).toThrow(RangeError);
    expect(() => emulator.faults.set([{ endpoint: "*", kind: "file-large", bytes: -1 }])).toThrow(RangeError);
  });

  it("send a harmful file name and change nothing else", async () => {
    const { emulator, call } = await createReadyFile();
    emulator.faults.set([
      { endpoint: "*", kind: "file-name", times: 2 },
      { endpoint: "*", kind: "file-broken-off", times: 1 },
    ]);
    await call("GET", "/environments/1/subscriptions/?limit=1");
    const { body } = await call("GET", `${LIST_PATH}?limit=1`);
    expect(Object(body).results[0].filename).toContain("../..\\CON\u0000");
    expect(emulator.faults.list().map(({ times }) => times)).toEqual([1, 1]);
  });

  it("send nothing when the response has no body", async () => {
    const { emulator, address } = await createReadyFile();
    emulator.faults.set([{ endpoint: "*", kind: "empty" }]);
    const response = await emulator.fetch(buildRequest("GET", address));
    expect([response.headers.get("Content-Length"), await response.text()]).toEqual([null, ""]);
  });
});

describe("over HTTP", () => {
  const servers: EmulatorServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  async function start() {
    const server = await startEmulatorServer({ port: 0 });
    servers.push(server);
    const headers = { Authorization: "Bearer phx_demo_all" };
    const list = await fetch(`${server.address}/api${LIST_PATH}?limit=100`, { headers });
    const rows: readonly { id: number; has_content: boolean }[] = (await list.json()).results;
    const id = rows.find((row) => row.has_content)?.id;
    return { ...server, get: () => fetch(`${server.address}/api${LIST_PATH}${id}/content/`, { headers }) };
  }

  it("streams a large file while it is created, and stops when the reader disconnects", async () => {
    const { emulator, get } = await start();
    emulator.faults.set([{ endpoint: "*", kind: "file-large", bytes: 5_000_000_000 }]);
    const response = await get();
    expect(response.headers.get("Content-Length")).toBe("5000000000");
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
  });

  it.each(["file-broken-off", "file-length"])("cuts the connection for %s", async (kind) => {
    const { emulator, get } = await start();
    emulator.faults.set([{ endpoint: "*", kind }]);
    const response = await get();
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});
