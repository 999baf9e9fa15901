import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { buildRequest, createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const LIST_PATH = "/environments/1/exports/";
const CSV = { insight: 4001, export_format: "text/csv" };
const DAY_MS = 86_400_000;
const MAX_GENERATION_MS = 20_000;

const row = z.looseObject({ id: z.int(), has_content: z.boolean(), exception: z.nullable(z.string()) });
const page = z.object({ count: z.int(), next: z.nullable(z.string()), results: z.array(row) });

function createServer() {
  let time = TEST_NOW.getTime();
  const { call, emulator } = createEmulatorCaller({ now: () => new Date(time) });
  return {
    call,
    list: async () => z.parse(page, (await call("GET", LIST_PATH)).body),
    send: (path: string) => emulator.fetch(buildRequest("GET", path)),
    create: async (body: object) => z.parse(row, (await call("POST", LIST_PATH, { body })).body).id,
    advance: (ms: number) => {
      time += ms;
    },
  };
}

describe("creating", () => {
  it("stores any context and makes its name safe", async () => {
    const { call } = createServer();
    const context = { path: "/api/x", filename: '../Größe "Q3"\r\n2026', nested: [1, null] };
    const body = { export_context: context, export_format: "text/csv" };
    expect((await call("POST", LIST_PATH, { body })).body).toMatchObject({
      export_context: context,
      filename: "groe-q3-2026.csv",
    });
  });

  // Other cases are recorded exchanges.
  it.each([
    [{ export_format: "text/csv", export_context: {}, insight: null }, null],
    [{ ...CSV, expires_after: "2026-02-30T10:00Z" }, "expires_after"],
  ])("refuses %j", async (body, attr) => {
    const { call, list } = createServer();
    expect(await call("POST", LIST_PATH, { body })).toMatchObject({
      status: 400,
      body: { code: "invalid_input", attr },
    });
    expect((await list()).count).toBe(40);
  });
});

describe("the life cycle of an export", () => {
  it("is pending for 2 to 20 seconds and then has content", async () => {
    const server = createServer();
    const address = `${LIST_PATH}${await server.create(CSV)}/`;
    server.advance(1_999);
    expect((await server.call("GET", address)).body).toMatchObject({ has_content: false, exception: null });
    server.advance(MAX_GENERATION_MS);
    expect((await server.call("GET", address)).body).toMatchObject({ has_content: true, exception: null });
    const file = await server.send(`${address}content/`);
    expect([file.status, file.headers.get("Content-Length")]).toEqual([
      200,
      String((await file.text()).length),
    ]);
  });

  it("ends with an exception for videos and for every 13th export", async () => {
    const server = createServer();
    const context = { session_recording_id: "x" };
    const film = await server.create({ export_context: context, export_format: "video/mp4" });
    let id = film;
    while (id % 13 !== 0) id = await server.create(CSV);
    server.advance(MAX_GENERATION_MS);
    for (const failed of [film, id]) {
      const { body } = await server.call("GET", `${LIST_PATH}${failed}/`);
      expect(body).toMatchObject({ has_content: false, exception: expect.stringMatching(/\w/) });
      expect((await server.call("GET", `${LIST_PATH}${failed}/content/`)).status).toBe(404);
    }
  });

  it("fails after 630 seconds without content", async () => {
    const server = createServer();
    const address = `${LIST_PATH}${(await server.list()).results[1]?.id}/`;
    server.advance(535_000);
    expect((await server.call("GET", address)).body).toMatchObject({ has_content: false, exception: null });
    server.advance(1);
    expect((await server.call("GET", address)).body).toMatchObject({
      has_content: false,
      exception: expect.stringContaining("Export failed without throwing an exception."),
    });
  });

  it("isn't found in the list, by ID or by content after its expiry", async () => {
    const server = createServer();
    const id = await server.create({ ...CSV, expires_after: "2026-11-22T10:00:00Z" });
    const address = `${LIST_PATH}${id}/`;
    server.advance(DAY_MS - 1);
    expect((await server.call("GET", address)).status).toBe(200);
    server.advance(1);
    expect((await server.call("GET", address)).status).toBe(404);
    expect((await server.call("GET", `${address}content/`)).status).toBe(404);
    expect((await server.list()).results.map((one) => one.id)).not.toContain(id);
  });
});

it("serves a file of the right type for every export with content", async () => {
  const { list, send } = createServer();
  const { results } = await list();
  for (const { id, export_format } of results.filter(({ has_content }) => has_content).slice(0, 14)) {
    const response = await send(`${LIST_PATH}${id}/content/`);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, export_format]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(200);
  }
});
