import { buildSubscription, createMemoryStorage } from "@test/support/builders";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HALF_OF_SERVER_LIMITS } from "@/api/request-budget";
import { listSessionProperties } from "@/api/sessions";
import { getSubscription } from "@/api/subscriptions";
import { createLiveBackend } from "@/app/connection/backend";
import { isInProgress, startBulkJob } from "@/data/bulk/bulk-job";
import { exportCollection } from "@/data/exports/exports";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { createError } from "@/mocks/scenarios";

const NOW = new Date("2026-11-21T10:00:00Z");
const COUNT = 800;
const MAX_PAGE_SIZE = 10;
const CHANGED_COUNT = 300;

const connection = {
  id: "server",
  label: "Server",
  baseUrl: "http://server.example",
  prefix: "environments",
  key: "phx_demo_all",
} as const;

const sentAt: number[] = [];
const refusedAt: number[] = [];

function buildRecord(id: number, fields: object = {}) {
  const start_date = "2026-11-02T08:00:00Z";
  return {
    id,
    target_type: "email",
    target_value: "ana@example.com",
    frequency: "daily",
    start_date,
    ...fields,
  };
}

/** Limits of real servers (upstream-facts, Everywhere). */
const SERVER_LIMITS = [
  { windowMs: 60_000, max: 480 },
  { windowMs: 3_600_000, max: 4_800 },
];

/** Answers as a server that throttles the requests of all tabs together. Refused requests don't count. */
async function serve(request: Request): Promise<Response> {
  const now = Date.now();
  const isRefused = SERVER_LIMITS.some(({ windowMs, max }) => (sentAt.at(-max) ?? 0) > now - windowMs);
  if (!isRefused) return answer(request);
  refusedAt.push(now);
  return createError(429);
}

/** Serves records of any list in short pages, so that a list needs many requests. */
async function answer(request: Request): Promise<Response> {
  sentAt.push(Date.now());
  const { pathname, searchParams } = new URL(request.url);
  const [, id] = /(\d+)\/$/.exec(pathname) ?? [];
  if (id !== undefined) return Response.json(buildRecord(Number(id), await readBody(request)));
  const offset = Number(searchParams.get("offset"));
  const length = Math.max(0, Math.min(Number(searchParams.get("limit")), MAX_PAGE_SIZE, COUNT - offset));
  const results = Array.from({ length }, (_, index) => buildRecord(offset + index + 1));
  return Response.json({ count: COUNT, next: null, previous: null, results });
}

async function readBody(request: Request): Promise<object> {
  return request.method === "PATCH" ? await request.json() : {};
}

beforeEach(() => {
  refusedAt.length = 0;
  vi.stubGlobal("localStorage", createMemoryStorage());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
  vi.stubGlobal("fetch", serve);
  vi.stubGlobal("location", new URL("http://demo.example"));
  sentAt.length = 0;
});

async function runUntil(isDone: () => boolean): Promise<void> {
  let sentCount = sentAt.length;
  for (let turn = 0; turn < 20_000 && !isDone(); turn += 1) {
    // Waits for the limits are long.
    await vi.advanceTimersByTimeAsync(sentAt.length > sentCount ? 100 : 1_000);
    sentCount = sentAt.length;
    // Bodies are read in real time. Otherwise, the clock would run ahead of requests that are already counted.
    for (let read = 0; read < 10; read += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(isDone()).toBe(true);
}

/** Opens several lists. As soon as enough records are loaded, moves them to Trash. */
async function openScene() {
  const api = { ...createLiveBackend(connection), projectId: "2" };
  const { client } = api;
  const shown = { inLists: false, inJob: false };
  client.connectionStatus.subscribe(() => {
    shown.inLists ||= client.connectionStatus.get().budgetResumesAt !== null;
  });
  const active = subscriptionCollection(api, "active");
  const lists = [active, subscriptionCollection(api, "trash"), exportCollection(api)];
  for (const list of lists) list.start();
  await runUntil(() => active.get().records.length >= CHANGED_COUNT);
  const changes = planBulkChanges(active.get().records.slice(0, CHANGED_COUNT), { kind: "delete" }, NOW);
  const job = startBulkJob(api, { label: "Delete", changes });
  job.subscribe(() => {
    shown.inJob ||= job.get().phase === "throttled" && job.get().retryAt !== null;
  });
  const isEverythingLoaded = () => lists.every((list) => list.get().phase === "complete");
  return { client, job, shown, isEverythingLoaded };
}

it("lets all lists and bulk actions of a connection share half of the server's limits", async () => {
  const { job, shown, isEverythingLoaded } = await openScene();
  await runUntil(() => isEverythingLoaded() && !isInProgress(job.get()));
  expect(job.get().counts.done).toBe(CHANGED_COUNT);
  expect(shown).toEqual({ inLists: true, inJob: true });
  for (const { windowMs, max } of HALF_OF_SERVER_LIMITS) {
    for (const [index, time] of sentAt.entries())
      expect((sentAt[index + max] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(windowMs);
  }
});

it("stops a bulk action immediately while it waits, and loses nothing", async () => {
  const { job } = await openScene();
  await runUntil(() => job.get().phase === "throttled" && job.get().counts.sending === 0);
  job.stop();
  expect(job.get().phase).toBe("stopped");
  const { done, waiting } = job.get().counts;
  expect(done + waiting).toBe(CHANGED_COUNT);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(job.get().counts).toMatchObject({ done, waiting });
  job.resume();
  await runUntil(() => job.get().phase === "finished");
  expect(job.get().counts.done).toBe(CHANGED_COUNT);
});

it("sends what a person asks for while lists and a bulk action wait, and counts look-ups apart", async () => {
  const { client, job } = await openScene();
  await runUntil(() => job.get().phase === "throttled");
  const before = sentAt.length;
  const path = { project_id: "2" };
  const opened = client.request(getSubscription, { path: { ...path, id: 7 } });
  await runUntil(() => sentAt.length > before);
  expect(await opened).toMatchObject({ id: 7 });

  for (let sent = 0; sent < 120; sent += 1)
    await client.request(listSessionProperties, { path }).catch(() => undefined);
  const waits: number[] = [];
  void client.insightBudget.acquire({ onWait: (end) => waits.push(end) });
  expect(waits[0]).toBeGreaterThan(Date.now() + 55_000);
});

describe("five tabs with bulk actions", () => {
  /** Starts a bulk action in a tab of its own. */
  function openTab(tab: number, keyOfTab = connection.key) {
    const api = { ...createLiveBackend({ ...connection, key: keyOfTab }), projectId: "2" };
    const records = Array.from({ length: 100 }, (_, index) => buildSubscription({ id: tab * 1_000 + index }));
    const changes = planBulkChanges(records, { kind: "delete" }, NOW);
    return startBulkJob(api, { label: "Delete", changes });
  }

  it("stay within the server's limits together, and meet no refusal", async () => {
    const jobs = [1, 2, 3, 4, 5].map((tab) => openTab(tab));
    await runUntil(() => jobs.every((job) => !isInProgress(job.get())));
    expect(jobs.map((job) => job.get().counts.done)).toEqual([100, 100, 100, 100, 100]);
    expect(refusedAt).toEqual([]);
    const busiest = sentAt.map(
      (time) => sentAt.filter((each) => each >= time && each < time + 60_000).length,
    );
    expect(Math.max(...busiest)).toBeLessThanOrEqual(480);
  });
});
