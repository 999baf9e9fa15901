import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Generation } from "@/emulator/backend/generation";
import { type EmulatorServer, startEmulatorServer } from "@/emulator/hosts/emulator-server";
import { buildRequest, createEmulatorCaller } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/exports/";
const COLLEAGUES_PATH = `${LIST_PATH}6999/`;
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

describe("exports of a colleague", () => {
  it("are in nobody else's list, and open for everybody up to 2025 only", async () => {
    for (const generation of ["2024", "2025"] as const) {
      const { call, list } = createCaller(generation);
      expect((await list()).results.some(({ id }) => id === 6999)).toBe(false);
      expect((await call("GET", COLLEAGUES_PATH)).status).toBe(200);
    }
    const { call } = createCaller("2026");
    expect((await call("GET", COLLEAGUES_PATH)).status).toBe(404);
    expect((await call("GET", `${COLLEAGUES_PATH}content/`)).status).toBe(404);
  });
});

describe("creation", () => {
  it("needs the scope of the source in 2026", async () => {
    const { create, list } = createCaller("2026");
    const { count } = await list();
    const sources = [
      [{ insight: 4001 }, "insight:read"],
      [{ dashboard: 201 }, "dashboard:read"],
      [{ export_context: { source: { kind: "HogQLQuery" } } }, "query:read"],
    ] as const;
    for (const [source, scope] of sources) {
      expect(await create({ ...source, export_format: "image/png" }, "phx_demo_write")).toMatchObject({
        status: 403,
        body: { detail: `API key missing required scope '${scope}'` },
      });
    }
    expect((await list()).count).toBe(count);
    const older = createCaller("2025");
    const body = { insight: 4001, export_format: "image/png" };
    expect((await older.create(body, "phx_demo_write")).status).toBe(201);
  });

  it("fails in 2025 with a context of null", async () => {
    const body = { insight: 4001, export_format: "image/png", export_context: null };
    for (const [generation, status] of [
      ["2024", 201],
      ["2025", 500],
      ["2026", 201],
    ] as const) {
      expect((await createCaller(generation).create(body)).status).toBe(status);
    }
  });

  it("leaves a pending row when a server of 2024 refuses the format", async () => {
    const { create, list } = createCaller("2024");
    const { count } = await list();
    expect(await create({ dashboard: 201, export_format: "application/pdf" })).toMatchObject({
      status: 400,
      body: {
        attr: "export_format",
        detail: "This type of export is not supported for this resource.",
      },
    });
    const after = await list();
    expect(after.count).toBe(count + 1);
    expect(after.results[0]).toMatchObject({ export_format: "application/pdf", has_content: false });
  });

  it("leaves a pending row in any generation with a fault", async () => {
    const { create, emulator, list } = createCaller("2025");
    const { count } = await list();
    emulator.faults.set([{ endpoint: "exports.create", kind: "leaves-row" }]);
    expect((await create({ insight: 4001, export_format: "text/csv" })).status).toBe(400);
    expect((await list()).count).toBe(count + 1);
  });
});

it("doesn't report failures in 2024", async () => {
  expect((await createCaller("2024").list()).results[0]).not.toHaveProperty("exception");
  expect((await createCaller("2025").list()).results[0]).toHaveProperty("exception");
});

describe("content in 2026", () => {
  const findPicture = async ({ list }: ReturnType<typeof createCaller>) =>
    (await list()).results.find((row) => row.export_format === "image/png" && row.has_content)?.id;

  it("is sent directly without a storage host, and a picture on request despite a redirect", async () => {
    const caller = createCaller("2026");
    const path = `${LIST_PATH}${await findPicture(caller)}/content/`;
    const fetchStatus = async (query: string) =>
      (await caller.emulator.fetch(buildRequest("GET", `${path}${query}`))).status;
    expect(await fetchStatus("")).toBe(200);
    caller.emulator.faults.set([
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
    const isReady = (format: string) => (row: (typeof results)[number]) =>
      row.export_format === format && row.has_content;
    const contentOf = (format: string) =>
      `${server.address}/api${LIST_PATH}${results.find(isReady(format))?.id}/content/`;
    const redirect = await fetch(contentOf("text/csv"), { headers, redirect: "manual" });
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
    // Only PNG images are available without a redirect.
    const directly = (format: string) =>
      fetch(`${contentOf(format)}?direct=true`, { headers, redirect: "manual" });
    expect([(await directly("image/png")).status, (await directly("text/csv")).status]).toEqual([200, 302]);
  });
});
