import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Generation } from "@/emulator/backend/generation";
import { type EmulatorServer, startEmulatorServer } from "@/emulator/hosts/emulator-server";
import { buildRequest, createEmulatorCaller } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/exports/";
const COLLEAGUES_PATH = `${LIST_PATH}6999/`;
const CSV = { insight: 4001, export_format: "text/csv" };
const page = z.object({
  count: z.int(),
  results: z.array(z.looseObject({ id: z.int(), export_format: z.string(), has_content: z.boolean() })),
});

function createCaller(generation: Generation) {
  const { call, emulator } = createEmulatorCaller({ generation });
  const list = async () => z.parse(page, (await call("GET", LIST_PATH)).body);
  const create = (body: object, key = "phx_demo_all") => call("POST", LIST_PATH, { body, key });
  return { call, emulator, list, create };
}

const servers: EmulatorServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

it.each([
  ["2024", 200],
  ["2025", 200],
  ["2026", 404],
] as const)(
  "lists no export of a colleague in %s, and answers its address with %i",
  async (generation, status) => {
    const { call, list } = createCaller(generation);
    expect((await list()).results.some(({ id }) => id === 6999)).toBe(false);
    expect((await call("GET", COLLEAGUES_PATH)).status).toBe(status);
  },
);

describe("creation", () => {
  it("needs the scope of the source in 2026 only", async () => {
    const { create, list } = createCaller("2026");
    const { count } = await list();
    for (const [source, scope] of [
      [{ dashboard: 201 }, "dashboard:read"],
      [{ export_context: { source: { kind: "HogQLQuery" } } }, "query:read"],
    ] as const) {
      expect(await create({ ...source, export_format: "image/png" }, "phx_demo_write")).toMatchObject({
        status: 403,
        body: { detail: `API key missing required scope '${scope}'` },
      });
    }
    expect((await list()).count).toBe(count);
    expect((await createCaller("2025").create(CSV, "phx_demo_write")).status).toBe(201);
  });

  it.each([
    ["a server of 2024 refuses the format", "2024", { dashboard: 201, export_format: "application/pdf" }, []],
    ["a fault demands it", "2025", CSV, [{ endpoint: "exports.create", kind: "leaves-row" }]],
  ] as const)("leaves a pending row when %s", async (_, generation, body, faults) => {
    const { create, emulator, list } = createCaller(generation);
    const { count } = await list();
    emulator.faults.set([...faults]);
    expect((await create(body)).status).toBe(400);
    expect(await list()).toMatchObject({ count: count + 1 });
    expect((await list()).results[0]).toMatchObject({ ...body, has_content: false });
  });
});

describe("content in 2026", () => {
  it("is sent directly without a storage host, and a picture on request despite a redirect", async () => {
    const { emulator, list } = createCaller("2026");
    const picture = (await list()).results.find(
      (row) => row.export_format === "image/png" && row.has_content,
    );
    const fetchStatus = async (query: string) =>
      (await emulator.fetch(buildRequest("GET", `${LIST_PATH}${picture?.id}/content/${query}`))).status;
    expect(await fetchStatus("")).toBe(200);
    emulator.faults.set([
      { endpoint: "exports.content", kind: "file-elsewhere", location: "https://storage.example/x" },
    ]);
    expect([await fetchStatus(""), await fetchStatus("?direct=true")]).toEqual([302, 200]);
  });

  it.each(["cors", "no-cors"] as const)("redirects to a storage host with %s", async (storage) => {
    const server = await startEmulatorServer({ port: 0, generation: "2026", storage });
    servers.push(server);
    const headers = { Authorization: "Bearer phx_demo_all" };
    const list = await fetch(`${server.address}/api${LIST_PATH}`, { headers });
    const { results } = z.parse(page, await list.json());
    const csv = results.find((row) => row.export_format === "text/csv" && row.has_content)?.id;
    const content = `${server.address}/api${LIST_PATH}${csv}/content/?direct=true`;
    // Only images are available without a redirect.
    const redirect = await fetch(content, { headers, redirect: "manual" });
    const location = redirect.headers.get("Location") ?? "";
    expect([redirect.status, new URL(location).host === new URL(server.address).host]).toEqual([302, false]);
    const file = await fetch(location);
    expect([file.status, file.headers.get("Access-Control-Allow-Origin")]).toEqual([
      200,
      storage === "cors" ? "*" : null,
    ]);
    expect((await file.text()).length).toBeGreaterThan(10);
    // The storage host rejects requests with a key (400) and requests to unknown addresses (403).
    expect((await fetch(location, { headers })).status).toBe(400);
    expect((await fetch(`${location}1`)).status).toBe(403);
  });
});
