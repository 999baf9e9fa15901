import { QueryClient } from "@tanstack/react-query";
import { delay, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Api } from "@/data/client/api-context";
import { type ExportChange, watchPendingExports } from "@/data/exports/export-polling";
import { listExportRequests, requestExports, stopWaiting } from "@/data/exports/export-requests";
import { getExportState } from "@/data/exports/export-state";
import { exportCollection, findCachedExport } from "@/data/exports/exports";
import { createClient } from "@/http/client";
import { fetchFrom } from "@/mocks/mocks";
import { server } from "@/mocks/node";
import { change } from "@/mocks/scenarios";
import { createMockServer, type MockServer } from "../support/mock-server";

const NOW = new Date("2026-11-21T10:00:00Z");
const SECOND = 1_000;
const CSV = { insight: 4001, export_format: "text/csv" };

beforeEach(() => {
  // Without jitter.
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
});

/** Makes the server respond to a creation only when the file is ready. */
const blockCreation = ({ handlers }: MockServer) =>
  change("exports.create", handlers, async (created) => {
    const { id } = await created.json();
    await delay(20 * SECOND);
    const url = `http://mocks.example/api/environments/3/exports/${id}/`;
    const headers = { Authorization: "Bearer phx_demo_all" };
    const record = await fetchFrom(handlers, new Request(url, { headers }));
    return HttpResponse.json(await record.json(), { status: 201 });
  });

/** Loads a project's list and polls its pending exports. */
async function createScene(projectId: string) {
  const mocks = createMockServer();
  const requestedUrls: string[] = [];
  const connection = {
    id: "mocks",
    label: "Mocks",
    baseUrl: "http://mocks.example",
    prefix: "environments",
    key: "phx_demo_all",
  } as const;
  const client = createClient({
    connection,
    fetch: (request) => {
      requestedUrls.push(
        `${request.method} ${new URL(request.url).pathname.replace(/.*exports/, "exports")}`,
      );
      return mocks.fetch(request);
    },
  });
  const api: Api = { client, projectId };
  const queryClient = new QueryClient();
  const collection = exportCollection(queryClient, api);
  collection.start();
  await vi.waitFor(() => expect(collection.get().phase).toBe("complete"));
  requestedUrls.length = 0;
  const notified: ExportChange[] = [];
  const stop = watchPendingExports(queryClient, api, (changes) => notified.push(...changes));
  return { mocks, api, queries: queryClient, collection, asked: requestedUrls, told: notified, stop };
}

describe("exports on the mocks", () => {
  it("are created, polled together, and each reported once", async () => {
    const {
      api,
      queries: queryClient,
      collection,
      asked: requestedUrls,
      told: notified,
      stop,
    } = await createScene("3");
    const formats = ["text/csv", "image/png", "application/json", "application/pdf", "video/mp4"];
    requestExports(
      queryClient,
      api,
      formats.map((export_format) => ({ export_context: { path: "/api/x" }, export_format })),
    );
    await vi.waitFor(() =>
      expect(listExportRequests(queryClient, api).map(({ state }) => state)).toEqual(
        formats.map(() => "made"),
      ),
    );
    expect(collection.get().count).toBe(5);
    requestedUrls.length = 0;
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(notified.map(({ record }) => record.export_format).toSorted()).toEqual(formats.toSorted());
    for (const { kind, record } of notified) {
      expect(findCachedExport(queryClient, api, record.id)).toEqual(record);
      expect(getExportState(record, new Date()).kind).toBe(kind);
      expect(kind).toBe(record.export_format === "video/mp4" ? "failed" : "ready");
    }
    // Exports take at most 20 seconds, and polling delays start at 2 seconds. Polling must not send
    // a request per export.
    expect(requestedUrls.length).toBeLessThan(20);
    stop();
  });

  it("that block respond when ready, without polling, and are reported", async () => {
    const {
      mocks,
      api,
      queries: queryClient,
      asked: requestedUrls,
      told: notified,
      stop,
    } = await createScene("3");
    server.use(blockCreation(mocks));
    const startedAt = Date.now();
    requestExports(queryClient, api, [CSV]);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(listExportRequests(queryClient, api)).toMatchObject([{ state: "sending", startedAt }]);
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(listExportRequests(queryClient, api)).toMatchObject([
      { state: "made", record: { has_content: true } },
    ]);
    expect(notified).toMatchObject([{ kind: "ready", record: { insight: 4001 } }]);
    expect(requestedUrls.filter((each) => each.startsWith("POST"))).toEqual(["POST exports/"]);
    stop();
  });

  it("that block without being awaited appear in the list, and are polled", async () => {
    const { mocks, api, queries: queryClient, collection, told: notified, stop } = await createScene("3");
    server.use(blockCreation(mocks));
    const [id = ""] = requestExports(queryClient, api, [CSV]);
    await vi.advanceTimersByTimeAsync(SECOND);
    stopWaiting(queryClient, id);
    await vi.waitFor(() => {
      collection.refresh();
      expect(collection.get().records).toMatchObject([{ insight: 4001, has_content: false }]);
    });
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(notified).toMatchObject([{ kind: "ready" }]);
    expect(listExportRequests(queryClient, api)).toMatchObject([{ state: "made" }]);
    stop();
  });

  it("that hang fail on the server after ten minutes, and are reported", async () => {
    const { collection, told: notified, stop } = await createScene("1");
    const pending = () =>
      collection.get().records.filter((record) => getExportState(record, new Date()).kind === "pending");
    expect(pending()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200 * SECOND);
    expect(notified).toMatchObject([{ kind: "ready" }]);
    const [stuck] = pending();
    await vi.advanceTimersByTimeAsync(310 * SECOND);
    expect(stuck && getExportState(stuck, new Date())).toMatchObject({ kind: "pending", isStuck: true });
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(notified[1]).toMatchObject({ kind: "failed", record: { id: stuck?.id } });
    stop();
  });

  it("that expire while generating are reported as gone", async () => {
    const { api, queries: queryClient, collection, told: notified, stop } = await createScene("3");
    const expires_after = new Date(NOW.getTime() + 1_500).toISOString();
    requestExports(queryClient, api, [{ ...CSV, expires_after }]);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(notified).toMatchObject([{ kind: "gone", record: { insight: 4001 } }]);
    expect(collection.get()).toMatchObject({ count: 0, records: [] });
    stop();
  });

  it("are polled within the rate limit, however long they take", async () => {
    const { asked: requestedUrls, stop } = await createScene("1");
    await vi.advanceTimersByTimeAsync(10 * 60 * SECOND);
    expect(requestedUrls.length).toBeLessThan(60);
    stop();
  });
});
