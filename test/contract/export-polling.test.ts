import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Api } from "@/data/client/api-context";
import { type ExportChange, followExports } from "@/data/exports/export-polling";
import { listMakings, makeExports, stopWaiting } from "@/data/exports/export-requests";
import { exportStateOf } from "@/data/exports/export-state";
import { exportCollection, findLoadedExport } from "@/data/exports/exports";
import { createEmulator } from "@/emulator/hosts/emulator";
import { createClient } from "@/http/client";

const NOW = new Date("2026-11-21T10:00:00Z");
const SECOND = 1_000;
const CSV = { insight: 4001, export_format: "text/csv" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The list of a project, loaded, and somebody who follows what is pending in it. */
async function scene(projectId: string) {
  const emulator = createEmulator({ seed: 7 });
  const asked: string[] = [];
  const connection = {
    id: "emulated",
    label: "Emulated",
    baseUrl: "http://emulator.example",
    prefix: "environments",
    key: "phx_demo_all",
  } as const;
  const client = createClient({
    connection,
    fetch: (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname.replace(/.*exports/, "exports")}`);
      return emulator.fetch(request);
    },
  });
  const api: Api = { client, projectId };
  const queries = new QueryClient();
  const collection = exportCollection(queries, api);
  collection.start();
  await vi.waitFor(() => expect(collection.get().phase).toBe("complete"));
  asked.length = 0;
  const told: ExportChange[] = [];
  const stop = followExports(queries, api, (changes) => told.push(...changes));
  return { emulator, api, queries, collection, asked, told, stop };
}

describe("exports on the emulator", () => {
  it("are made, followed in one poll, and told of once each, as the server has them", async () => {
    const { api, queries, collection, asked, told, stop } = await scene("3");
    const formats = ["text/csv", "image/png", "application/json", "application/pdf", "video/mp4"];
    makeExports(
      queries,
      api,
      formats.map((export_format) => ({ export_context: { path: "/api/x" }, export_format })),
    );
    await vi.waitFor(() =>
      expect(listMakings(queries, api).map(({ state }) => state)).toEqual(formats.map(() => "made")),
    );
    expect(collection.get().count).toBe(5);
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(told.map(({ record }) => record.export_format).toSorted()).toEqual(formats.toSorted());
    for (const { kind, record } of told) {
      expect(findLoadedExport(queries, api, record.id)).toEqual(record);
      expect(exportStateOf(record, new Date()).kind).toBe(kind);
      expect(kind).toBe(record.export_format === "video/mp4" ? "failed" : "ready");
    }
    // Twenty seconds at the most, with pauses that grow from two: never one request for each of them.
    expect(asked.length).toBeLessThan(20);
    stop();
  });

  it("that block answer ready, without a look in between, and are told of as well", async () => {
    const { emulator, api, queries, asked, told, stop } = await scene("3");
    emulator.faults.set([{ endpoint: "exports.create", kind: "blocks" }]);
    const startedAt = Date.now();
    makeExports(queries, api, [CSV]);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(listMakings(queries, api)).toMatchObject([{ state: "sending", startedAt }]);
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(listMakings(queries, api)).toMatchObject([{ state: "made", record: { has_content: true } }]);
    expect(told).toMatchObject([{ kind: "ready", record: { insight: 4001 } }]);
    expect(asked.filter((each) => each.startsWith("POST"))).toEqual(["POST exports/"]);
    stop();
  });

  it("that block and are not waited for stand in the list, and are followed from there", async () => {
    const { emulator, api, queries, collection, told, stop } = await scene("3");
    emulator.faults.set([{ endpoint: "exports.create", kind: "blocks" }]);
    const [id = ""] = makeExports(queries, api, [CSV]);
    await vi.advanceTimersByTimeAsync(SECOND);
    stopWaiting(queries, id);
    await vi.waitFor(() => {
      collection.refresh();
      expect(collection.get().records).toMatchObject([{ insight: 4001, has_content: false }]);
    });
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(told).toMatchObject([{ kind: "ready" }]);
    expect(listMakings(queries, api)).toMatchObject([{ state: "made" }]);
    stop();
  });

  it("that hang are given up by the server after ten minutes, and told of then", async () => {
    const { collection, told, stop } = await scene("1");
    const pending = () =>
      collection.get().records.filter((record) => exportStateOf(record, new Date()).kind === "pending");
    expect(pending()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200 * SECOND);
    expect(told).toMatchObject([{ kind: "ready" }]);
    const [stuck] = pending();
    await vi.advanceTimersByTimeAsync(310 * SECOND);
    expect(stuck && exportStateOf(stuck, new Date())).toMatchObject({ kind: "pending", isStuck: true });
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(told[1]).toMatchObject({ kind: "failed", record: { id: stuck?.id } });
    stop();
  });

  it("that expire while they are made are told of as gone", async () => {
    const { api, queries, collection, told, stop } = await scene("3");
    const expires_after = new Date(NOW.getTime() + 1_500).toISOString();
    makeExports(queries, api, [{ ...CSV, expires_after }]);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(told).toMatchObject([{ kind: "gone", record: { insight: 4001 } }]);
    expect(collection.get()).toMatchObject({ count: 0, records: [] });
    stop();
  });

  it("are asked for no more often than a key may ask, however long they take", async () => {
    const { asked, stop } = await scene("1");
    await vi.advanceTimersByTimeAsync(10 * 60 * SECOND);
    expect(asked.length).toBeLessThan(60);
    stop();
  });
});
