import { QueryObserver } from "@tanstack/react-query";
import { createTestProject } from "@test/support/test-project";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HttpError } from "@/api/errors";
import type { Subscription } from "@/api/subscriptions";
import { startBulkJob } from "@/data/bulk/bulk-job";
import type { PlannedSubscriptionChange } from "@/data/changes/planned-change";
import { watchPendingExports } from "@/data/exports/export-polling";
import { listExportRequests, requestExports } from "@/data/exports/export-requests";
import { exportCollection } from "@/data/exports/exports";
import { openSubscriptionCollections, subscriptionCollection } from "@/data/subscriptions/subscriptions";
import type { Api } from "./backend";
import { createBackend, createQueryClient } from "./create-backend";

const KEY = ["things"];

function throttledFor(ms: number): HttpError {
  return new HttpError(429, { type: null, code: null, detail: null, attr: null }, ms);
}

describe("a page shown while throttled", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("sends nothing during the cooldown, but retries immediately after other failures", async () => {
    const queryClient = createQueryClient();
    const failures: Error[] = [throttledFor(90_000), new Error("another")];
    let requestCount = 0;
    const options = {
      queryKey: KEY,
      queryFn: () => {
        requestCount += 1;
        const failure = failures.shift();
        return failure ? Promise.reject(failure) : "served";
      },
    };
    const mountObserver = async () => {
      const observer = new QueryObserver(queryClient, options);
      const hide = observer.subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(0);
      return { observer, hide };
    };
    const first = await mountObserver();
    expect(requestCount).toBe(1);
    const second = await mountObserver();
    expect(second.observer.getCurrentResult()).toMatchObject({ status: "error", fetchStatus: "idle" });
    first.hide();
    second.hide();
    await vi.advanceTimersByTimeAsync(89_000);
    (await mountObserver()).hide();
    expect(requestCount).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    (await mountObserver()).hide();
    expect(requestCount).toBe(2);
    expect((await mountObserver()).observer.getCurrentResult().data).toBe("served");
  });
});

it("retries on mount after a 503, ignoring the requested wait", async () => {
  const queryClient = createQueryClient();
  const isClosed = () =>
    Promise.reject(new HttpError(503, { type: null, code: null, detail: null, attr: null }, 3_600_000));
  await queryClient.prefetchQuery({ queryKey: KEY, queryFn: isClosed });
  const observer = new QueryObserver(queryClient, { queryKey: KEY, queryFn: () => "served" });
  const hide = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("served"));
  hide();
});

it.each([
  ["done", () => Promise.resolve()],
  ["failed, for it may have been done", () => Promise.reject(new Error("lost"))],
])("invalidates the queries of a write: %s", async (_, mutationFn) => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(KEY, "old");
  queryClient.setQueryData(["others"], "old");
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn, meta: { invalidates: [KEY] } });
  await mutation.execute(undefined).catch(() => undefined);
  expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(["others"])?.isInvalidated).toBe(false);
});

it("sends nothing more after it is disposed, and shares no state with the next backend", async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  const { api, requests, putExport } = createTestProject(Array.from({ length: 250 }, () => ({})));
  for (const id of [101, 102]) putExport({ id });
  await exportCollection(api).prefetch();
  watchPendingExports(api, () => undefined);
  const list = subscriptionCollection(api, "active");
  list.start();
  await vi.waitFor(() => expect(list.get().records.length).toBeGreaterThan(20));
  const changes = list.get().records.map(planTitle);
  const job = startBulkJob(api, { label: "Rename", changes });
  const exports = [4001, 4002, 4003].map((insight) => ({ insight, export_format: "image/png" }));
  requestExports(api, exports);
  await vi.waitFor(() => expect(requests.some(({ method }) => method === "PATCH")).toBe(true));

  api.dispose();
  await vi.advanceTimersByTimeAsync(1_000);
  const countBefore = requests.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(requests).toHaveLength(countBefore);
  expect(job.get().phase).toBe("stopped");
  expect(listExportRequests(api).map(({ state }) => state)).not.toContain("waiting");

  const next: Api = { ...createBackend(api.client), projectId: api.projectId };
  expect(listExportRequests(next)).toEqual([]);
  expect(openSubscriptionCollections(next)).toEqual([]);
});

function planTitle(before: Subscription): PlannedSubscriptionChange {
  const { id } = before;
  return {
    resource: "subscription",
    kind: "change",
    key: String(id),
    name: "",
    before,
    body: { title: "A" },
  };
}
