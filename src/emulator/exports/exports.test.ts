import { describe, expect, it } from "vitest";
import { createRouteCaller, TEST_SEED } from "@/testing/call-route";
import { exportsResource } from "./export-seed";
import { exportRoutes } from "./exports";

const LIST_PATH = "1/exports/";
const DAY_MS = 86_400_000;
const MAX_GENERATION_MS = 20_000;

interface ServedExport {
  readonly id: number;
  readonly export_format: string;
  readonly created_at: string;
  readonly expires_after: string;
  readonly has_content: boolean;
  readonly exception: string | null;
}

function toServedExport(body: unknown): ServedExport {
  if (typeof body !== "object" || body === null || !("id" in body))
    throw new TypeError("no export was served");
  return Object(body);
}

async function fetchPage(
  { call }: ReturnType<typeof createRouteCaller>,
  address = LIST_PATH,
): Promise<{ count: number; next: string | null; results: readonly ServedExport[] }> {
  const { status, body } = await call("GET", address);
  expect(status).toBe(200);
  const { count, next, results } = Object(body);
  return { count, next, results: results.map(toServedExport) };
}

async function createExport(server: ReturnType<typeof createRouteCaller>, body: object): Promise<number> {
  const answer = await server.call("POST", LIST_PATH, { body });
  expect(answer.status).toBe(201);
  return toServedExport(answer.body).id;
}

const isPending = (row: ServedExport) => !row.has_content && row.exception === null;

describe("the list", () => {
  it("shows exports of every format and state, newest first", async () => {
    const { count, next, results } = await fetchPage(createRouteCaller(exportRoutes));
    expect([count, next, results.length]).toEqual([40, null, 40]);
    const times = results.map((row) => Date.parse(row.created_at));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(new Set(results.map((row) => row.export_format)).size).toBe(8);
    expect(results.filter(isPending)).toHaveLength(2);
    expect(results.filter((row) => row.exception !== null).length).toBeGreaterThan(3);
    expect(results.filter((row) => row.has_content).length).toBeGreaterThan(20);
    const soon = Date.parse("2026-11-28T10:00:00Z");
    expect(results.filter((row) => Date.parse(row.expires_after) <= soon).length).toBeGreaterThanOrEqual(4);
  });

  it("has pages, and is larger or empty in the other projects", async () => {
    const server = createRouteCaller(exportRoutes);
    const page = await fetchPage(server, `${LIST_PATH}?limit=15&offset=30`);
    expect([page.count, page.results.length, page.next]).toEqual([40, 10, null]);
    const large = await fetchPage(server, "2/exports/");
    expect([large.count, large.results.length]).toEqual([2_000, 100]);
    expect(large.next).toContain("offset=100");
    expect(await fetchPage(server, "3/exports/")).toEqual({ count: 0, next: null, results: [] });
  });

  it("leaves out exports of other people", async () => {
    const server = createRouteCaller(exportRoutes);
    const { body } = await server.call("POST", LIST_PATH, {
      as: 4,
      body: { insight: 4001, export_format: "text/csv" },
    });
    expect((await fetchPage(server)).results.map((row) => row.id)).not.toContain(toServedExport(body).id);
    expect((await server.call("GET", LIST_PATH, { as: 4 })).body).toMatchObject({ count: 1 });
    expect((await server.call("GET", `${LIST_PATH}${toServedExport(body).id}/`)).status).toBe(200);
  });

  it("requires the contract's scope", async () => {
    const { call } = createRouteCaller(exportRoutes);
    expect(await call("GET", LIST_PATH, { key: "phx_demo_none" })).toMatchObject({ status: 403 });
    const write = await call("POST", LIST_PATH, { key: "phx_demo_read", body: {} });
    expect(write.body).toMatchObject({ detail: "API key missing required scope 'export:write'" });
  });
});

describe("creating", () => {
  it("responds immediately with a pending export that expires after 26 weeks", async () => {
    const server = createRouteCaller(exportRoutes);
    const answer = await server.call("POST", LIST_PATH, {
      body: { dashboard: 201, export_format: "image/png" },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: 7_041,
      dashboard: 201,
      insight: null,
      export_format: "image/png",
      created_at: "2026-11-21T10:00:00Z",
      has_content: false,
      export_context: null,
      filename: "export-growth-overview.png",
      expires_after: "2027-05-22T10:00:00Z",
      exception: null,
    });
    expect((await fetchPage(server)).results[0]).toEqual(answer.body);
  });

  it("stores any context and makes its name safe", async () => {
    const { call } = createRouteCaller(exportRoutes);
    const context = { path: "/api/x", filename: '../Größe "Q3"\r\n2026', nested: [1, null] };
    const { body } = await call("POST", LIST_PATH, {
      body: { export_context: context, export_format: "text/csv" },
    });
    expect(body).toMatchObject({ export_context: context, filename: "groe-q3-2026.csv" });
  });

  it.each([
    [{}, "required", "export_format"],
    [{ insight: 4001, export_format: "image/bmp" }, "invalid_choice", "export_format"],
    [{ export_format: "text/csv" }, "invalid_input", null],
    [{ export_format: "text/csv", export_context: {}, insight: null }, "invalid_input", null],
    [{ insight: 54321, export_format: "text/csv" }, "does_not_exist", "insight"],
    [{ dashboard: "201", export_format: "text/csv" }, "invalid_input", "dashboard"],
    [
      { insight: 4001, export_format: "text/csv", expires_after: "2026-02-30T10:00Z" },
      "invalid_input",
      "expires_after",
    ],
    [{ insight: 4001, export_format: "text/csv", has_content: true }, "invalid_input", "has_content"],
  ])("refuses %j", async (body, code, attr) => {
    const server = createRouteCaller(exportRoutes);
    expect(await server.call("POST", LIST_PATH, { body })).toMatchObject({
      status: 400,
      body: { code, attr },
    });
    expect((await fetchPage(server)).count).toBe(40);
  });

  it("reports the missing source when there is nothing to export", async () => {
    const { call } = createRouteCaller(exportRoutes);
    const { body } = await call("POST", LIST_PATH, { body: { export_format: "text/csv" } });
    expect(body).toMatchObject({
      detail: "Either dashboard, insight or export_context is required for an export.",
    });
  });
});

describe("the life cycle of an export", () => {
  it("is pending for 2 to 20 seconds and then has content", async () => {
    const server = createRouteCaller(exportRoutes);
    const id = await createExport(server, { insight: 4001, export_format: "text/csv" });
    const address = `${LIST_PATH}${id}/`;
    server.advance(1_999);
    expect((await server.call("GET", address)).body).toMatchObject({ has_content: false, exception: null });
    expect((await server.call("GET", `${address}content/`)).status).toBe(404);
    server.advance(MAX_GENERATION_MS);
    expect((await server.call("GET", address)).body).toMatchObject({ has_content: true, exception: null });
    expect((await server.send("GET", `${address}content/`)).status).toBe(200);
  });

  it("ends with an exception for videos and for every 13th export", async () => {
    const server = createRouteCaller(exportRoutes);
    const film = await createExport(server, {
      export_context: { session_recording_id: "x" },
      export_format: "video/mp4",
    });
    let id = film;
    while (id % 13 !== 0)
      id = await createExport(server, { insight: 4001, export_format: "application/json" });
    server.advance(MAX_GENERATION_MS);
    for (const failed of [film, id]) {
      const { body } = await server.call("GET", `${LIST_PATH}${failed}/`);
      expect(body).toMatchObject({ has_content: false, exception: expect.stringMatching(/\w/) });
      expect((await server.call("GET", `${LIST_PATH}${failed}/content/`)).status).toBe(404);
    }
  });

  it("fails after 630 seconds without content", async () => {
    const server = createRouteCaller(exportRoutes);
    const stuck = (await fetchPage(server)).results[1];
    const address = `${LIST_PATH}${stuck?.id}/`;
    server.advance(535_000);
    expect((await server.call("GET", address)).body).toMatchObject({ has_content: false, exception: null });
    server.advance(1);
    expect((await server.call("GET", address)).body).toMatchObject({
      has_content: false,
      exception: expect.stringContaining("Export failed without throwing an exception."),
    });
  });

  it("isn't found in the list, by ID or by content after its expiry", async () => {
    const server = createRouteCaller(exportRoutes);
    const id = await createExport(server, {
      insight: 4001,
      export_format: "text/csv",
      expires_after: "2026-11-22T10:00:00Z",
    });
    server.advance(DAY_MS - 1);
    expect((await server.call("GET", `${LIST_PATH}${id}/`)).status).toBe(200);
    server.advance(1);
    expect((await server.call("GET", `${LIST_PATH}${id}/`)).status).toBe(404);
    expect((await server.call("GET", `${LIST_PATH}${id}/content/`)).status).toBe(404);
    expect((await fetchPage(server)).results.map((row) => row.id)).not.toContain(id);
  });
});

describe("content", () => {
  it("has its media type, and a file name only for downloads", async () => {
    const server = createRouteCaller(exportRoutes);
    const id = await createExport(server, { insight: 4002, export_format: "text/csv" });
    server.advance(MAX_GENERATION_MS);
    const shown = await server.send("GET", `${LIST_PATH}${id}/content/`);
    expect(shown.headers.get("Content-Type")).toBe("text/csv");
    expect(shown.headers.get("Content-Disposition")).toBeNull();
    const text = await shown.text();
    expect(text.split("\r\n")).toHaveLength(14);
    expect(shown.headers.get("Content-Length")).toBe(String(text.length));
    const saved = await server.send("GET", `${LIST_PATH}${id}/content/?download=true`);
    expect(saved.headers.get("Content-Disposition")).toBe(
      'attachment; filename="export-sign-ups-by-country.csv"',
    );
    expect(await saved.text()).toBe(text);
  });

  it("exists for every export with has_content", async () => {
    const server = createRouteCaller(exportRoutes);
    const { results } = await fetchPage(server);
    for (const row of results.filter(({ has_content }) => has_content).slice(0, 14)) {
      const response = await server.send("GET", `${LIST_PATH}${row.id}/content/`);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, row.export_format]);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(200);
    }
  });
});

describe("the seed", () => {
  it("finds each record at its index, and no others", () => {
    const context = {
      project: { id: 2, uuid: "", name: "Large", size: "large" as const },
      seed: TEST_SEED,
      seededAt: new Date("2026-11-21T10:00:00Z"),
    };
    const rows = exportsResource.open({ context, version: 0, changes: new Map(), write: () => undefined });
    for (const index of [0, 7, 1_999]) {
      const [row] = rows.page(index, 1);
      expect(rows.get(String(row?.id))).toEqual(row);
    }
    for (const id of ["7000", "9001", "7001.5", "x", ""]) expect(rows.get(id)).toBeUndefined();
  });
});
