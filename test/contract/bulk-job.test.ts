import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getSubscription, listSubscriptions, type Subscription } from "@/contract/subscriptions";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { stopBulkJobs } from "@/data/bulk/bulk-job-store";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import { createUndoChanges, planBulkJobUndo } from "@/data/bulk/bulk-undo";
import type { PlannedChange } from "@/data/changes/planned-change";
import type { Api } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import {
  journalEntryForResponse,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { fetchBatchEntries, planUndo } from "@/data/undo/journal-undo";
import type { FaultSetting } from "@/emulator/faults/faults";
import { createEmulator, type Emulator } from "@/emulator/hosts/emulator";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { planDuplicateRemoval } from "@/features/subscriptions/findings/plan-duplicates";
import { createClient } from "@/http/client";

const NOW = new Date("2026-11-21T10:00:00Z");
const UPDATE = "subscriptions.update";
const NEW = "new@example.com";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
});

interface BulkJobScene {
  readonly emulator: Emulator;
  readonly queryClient: QueryClient;
  readonly api: Api;
  readonly records: readonly Subscription[];
  readonly patchRequests: number[];
  /** IDs of records that were read individually. */
  readonly readRequests: readonly number[];
  readonly maxConcurrent: () => number;
}

async function createScene(count: number): Promise<BulkJobScene> {
  const emulator = createEmulator({ seed: 7, now: () => NOW });
  const patchRequests: number[] = [];
  const readRequests: number[] = [];
  let busy = 0;
  let most = 0;
  const client = createClient({
    connection: {
      id: "bulk",
      label: "Bulk",
      baseUrl: "http://bulk.example",
      prefix: "environments",
      key: "phx_demo_all",
    },
    waitsForNewKey: true,
    sleep: () => Promise.resolve(),
    random: () => 0,
    fetch: async (request) => {
      const id = Number(new URL(request.url).pathname.split("/").at(-2));
      if (request.method === "PATCH") patchRequests.push(id);
      else if (!Number.isNaN(id)) readRequests.push(id);
      busy += 1;
      most = Math.max(most, busy);
      try {
        return await emulator.fetch(request);
      } finally {
        busy -= 1;
      }
    },
  });
  const api: Api = { client, projectId: "2" };
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  const page = await client.request(listSubscriptions, {
    path: { project_id: "2" },
    query: { limit: count * 3 },
  });
  const mails = page.results.filter(
    ({ target_type, target_value }) => target_type === "email" && !target_value.includes(NEW),
  );
  most = 0;
  return {
    emulator,
    queryClient,
    api,
    records: mails.slice(0, count),
    patchRequests,
    readRequests,
    maxConcurrent: () => most,
  };
}

async function fetchTargets({ api, emulator }: BulkJobScene): Promise<ReadonlyMap<number, string>> {
  const faults = emulator.faults.list();
  emulator.faults.clear();
  const page = await api.client.request(listSubscriptions, {
    path: { project_id: "2" },
    query: { limit: 5_000 },
  });
  emulator.faults.set(faults);
  return new Map(page.results.map(({ id, target_value }) => [id, target_value]));
}

async function waitForJobEnd(job: BulkJob): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (["finished", "stopped", "paused"].includes(job.get().phase)) return;
    // Each turn lets requests in flight finish.
    await vi.advanceTimersByTimeAsync(job.get().phase === "throttled" ? 1_000 : 10);
  }
  throw new Error(`still ${job.get().phase}`);
}

function start(
  { queryClient, api }: BulkJobScene,
  changes: readonly PlannedChange[],
  label = "Test",
): BulkJob {
  return startBulkJob(queryClient, api, { label, changes });
}

const planAdditions = (scene: BulkJobScene) =>
  planBulkChanges(scene.records, { kind: "add-recipient", recipient: NEW }, NOW);

/** Plans changes that each depend on the previous one. */
function chainChanges(scene: BulkJobScene): readonly PlannedChange[] {
  const changes = planAdditions(scene);
  return changes.map((write, place) => {
    const after = changes[place - 1]?.key;
    return write.kind === "change" && after !== undefined ? { ...write, after: [after] } : write;
  });
}

/**
 * Makes 5% of the requests fail. They get a 500 or 429 response, or are lost before or after the
 * server applies the change.
 */
const FAILURES: readonly FaultSetting[] = [
  { endpoint: UPDATE, kind: "status", status: 500, probability: 0.015 },
  { endpoint: UPDATE, kind: "network", probability: 0.0125 },
  { endpoint: UPDATE, kind: "lost-answer", probability: 0.015 },
  {
    endpoint: UPDATE,
    kind: "status",
    status: 429,
    detail: "Request was throttled. Expected available in 3 seconds.",
    probability: 0.0075,
  },
];

async function retryFailed(job: BulkJob): Promise<number> {
  let times = 0;
  for (; job.get().counts.unknown + job.get().counts.failed > 0; times += 1) {
    job.retryFailed();
    await waitForJobEnd(job);
  }
  return times;
}

/** The number is large enough for each kind of failure to occur in a sample as well. */
const RECORD_COUNT = 250;

describe(`${RECORD_COUNT} records with 5 % random failures`, () => {
  it("account for every record, finish after retries, send nothing twice, and are undone byte for byte", async () => {
    const scene = await createScene(RECORD_COUNT);
    const before = await fetchTargets(scene);
    scene.emulator.faults.set(FAILURES);
    const job = start(scene, planAdditions(scene), "Add");
    await waitForJobEnd(job);

    const { counts } = job.get();
    expect(counts.done + counts.unknown).toBe(RECORD_COUNT);
    expect(counts.unknown).toBeGreaterThan(RECORD_COUNT / 50);
    const after = await fetchTargets(scene);
    const wanted = (id: number) => `${before.get(id)},${NEW}`;
    scene.records.forEach(({ id }, place) => {
      const status = job.statusAt(place);
      if (status === "done") expect(after.get(id)).toBe(wanted(id));
      else expect([before.get(id), wanted(id)]).toContain(after.get(id));
      expect(job.reasonAt(place) === null).toBe(status === "done");
    });
    // The test is meaningful only if unknown outcomes include applied and unapplied changes.
    const doneAfterAll = scene.records.filter(
      ({ id }, place) => job.statusAt(place) === "unknown" && after.get(id) === wanted(id),
    );
    expect(doneAfterAll.length).toBeGreaterThan(0);
    expect(doneAfterAll.length).toBeLessThan(counts.unknown);

    expect(await retryFailed(job)).toBeLessThan(6);
    expect(job.get().counts).toMatchObject({ done: RECORD_COUNT, unknown: 0, failed: 0 });
    const all = await fetchTargets(scene);
    for (const { id } of scene.records) expect(all.get(id)).toBe(wanted(id));
    // The server sent each subscription to the new recipient only once.
    const reached = scene.emulator.sentDeliveries.filter(({ target }) => target === NEW);
    expect(reached).toHaveLength(RECORD_COUNT);
    expect(new Set(reached.map(({ subscriptionId }) => subscriptionId)).size).toBe(RECORD_COUNT);
    expect(scene.maxConcurrent()).toBe(4);

    scene.emulator.faults.clear();
    const back = await planBulkJobUndo(scene.queryClient, scene.api, job);
    expect(back.filter(({ kind }) => kind === "change")).toHaveLength(RECORD_COUNT);
    scene.emulator.faults.set(FAILURES);
    const undo = start(scene, back, "Undo");
    await waitForJobEnd(undo);
    await retryFailed(undo);
    expect(undo.get().counts).toMatchObject({ done: RECORD_COUNT, unknown: 0, failed: 0, changed: 0 });
    expect(await fetchTargets(scene)).toEqual(before);
  }, 120_000);
});

describe("a bulk job", () => {
  it("waits for the server's cooldown, resends throttled changes, and continues automatically", async () => {
    const scene = await createScene(12);
    const detail = "Request was throttled. Expected available in 30 seconds.";
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "status", status: 429, detail, times: 1 }]);
    const job = start(scene, planAdditions(scene));
    await vi.advanceTimersByTimeAsync(200);
    const { phase, retryAt, counts } = job.get();
    expect(phase).toBe("throttled");
    expect((retryAt ?? 0) - NOW.getTime()).toBeGreaterThan(29_000);
    // Requests in flight finished, but no other request was sent.
    expect(counts).toMatchObject({ done: 3, waiting: 9 });
    expect(scene.patchRequests).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(28_000);
    expect(scene.patchRequests).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 12 } });
    expect(scene.patchRequests).toHaveLength(13);
  });

  it("finishes requests in flight when stopped, and can resume", async () => {
    const scene = await createScene(20);
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "latency", latencyMs: 1_000 }]);
    const job = start(scene, planAdditions(scene));
    await vi.advanceTimersByTimeAsync(1_500);
    job.stop();
    expect(job.get().phase).toBe("stopping");
    await waitForJobEnd(job);
    expect(job.get()).toMatchObject({ phase: "stopped", counts: { done: 8, waiting: 12 } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(scene.patchRequests).toHaveLength(8);
    job.resume();
    await waitForJobEnd(job);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 20 } });
    expect(new Set(scene.patchRequests).size).toBe(20);
    expect(scene.patchRequests).toHaveLength(20);
  });

  it.each([UPDATE, "subscriptions.get"])(
    "pauses for a key rejected by %s, without failing a record, until it is resumed",
    async (endpoint) => {
      const scene = await createScene(10);
      scene.emulator.faults.set([{ endpoint, kind: "status", status: 401 }]);
      const job = start(scene, planAdditions(scene));
      await waitForJobEnd(job);
      expect(job.get()).toMatchObject({
        phase: "paused",
        counts: { waiting: 10, failed: 0 },
        problem: { title: "The API key was rejected" },
      });
      scene.emulator.faults.clear();
      const { client } = scene.api;
      const requestCount = scene.patchRequests.length + scene.readRequests.length;
      client.renewKey(client.connection.key);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(scene.patchRequests.length + scene.readRequests.length).toBe(requestCount);
      job.resume();
      await waitForJobEnd(job);
      expect(job.get()).toMatchObject({ phase: "finished", problem: null, counts: { done: 10 } });
    },
  );

  it("pauses for a missing scope", async () => {
    const scene = await createScene(10);
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "scope", scopes: ["subscription:write"] }]);
    const job = start(scene, planAdditions(scene));
    await waitForJobEnd(job);
    expect(job.get()).toMatchObject({
      phase: "paused",
      problem: { title: "The API key is missing the scope subscription:write" },
    });
    expect(scene.patchRequests).toHaveLength(4);
  });

  it("pauses when the server is unreachable, to limit unknown outcomes", async () => {
    const scene = await createScene(100);
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "network" }]);
    const job = start(scene, planAdditions(scene));
    await waitForJobEnd(job);
    expect(job.get()).toMatchObject({ phase: "paused", problem: { title: "Couldn't reach the server" } });
    expect(job.get().counts.unknown).toBeLessThan(12);
  });

  it("gives a reason for each rejected record and resends it", async () => {
    const scene = await createScene(5);
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "status", status: 400, detail: "No.", times: 2 }]);
    const job = start(scene, planAdditions(scene));
    await waitForJobEnd(job);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 3, failed: 2 } });
    expect(job.reasonAt(0)).toBe("Invalid request. No.");
    job.retryFailed();
    await waitForJobEnd(job);
    expect(job.get().counts).toMatchObject({ done: 5, failed: 0 });
    expect(job.reasonAt(0)).toBeNull();
  });

  it("skips changes whose dependency failed, and a retry sends both in order", async () => {
    const scene = await createScene(3);
    const ids = scene.records.map(({ id }) => id);
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "status", status: 400, detail: "No.", times: 1 }]);
    const job = start(scene, chainChanges(scene));
    await waitForJobEnd(job);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 0, failed: 3 } });
    expect(scene.patchRequests).toEqual(ids.slice(0, 1));
    expect(job.reasonAt(1)).toBe("Skipped: an earlier step failed.");
    job.retryFailed();
    await waitForJobEnd(job);
    expect(job.get().counts).toMatchObject({ done: 3, failed: 0 });
    expect(job.reasonAt(1)).toBeNull();
    expect(scene.patchRequests.slice(1)).toEqual(ids);
  });

  it("skips changes whose dependency is unknown or conflicting", async () => {
    const scene = await createScene(2);
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "lost-answer", times: 1 }]);
    const job = start(scene, chainChanges(scene));
    await waitForJobEnd(job);
    expect([job.statusAt(0), job.statusAt(1)]).toEqual(["unknown", "failed"]);
    expect(scene.patchRequests).toHaveLength(1);
    await changeAsOtherUser(scene, scene.records[0]?.id ?? 0, { target_value: "somebody@example.com" });
    job.retryFailed();
    await waitForJobEnd(job);
    expect([job.statusAt(0), job.statusAt(1)]).toEqual(["changed", "failed"]);
    expect(scene.patchRequests).toHaveLength(1);
  });

  it("holds back only changes that depend on a throttled one", async () => {
    const scene = await createScene(8);
    const [first, second, ...others] = planAdditions(scene);
    if (first === undefined || second?.kind !== "change") throw new Error("no plan");
    const detail = "Request was throttled. Expected available in 30 seconds.";
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "status", status: 429, detail, times: 1 }]);
    const job = start(scene, [first, { ...second, after: [first.key] }, ...others]);
    await vi.advanceTimersByTimeAsync(200);
    expect(job.get()).toMatchObject({ phase: "throttled", counts: { done: 3 } });
    expect([job.statusAt(0), job.statusAt(1)]).toEqual(["waiting", "waiting"]);
    await waitForJobEnd(job);
    expect(job.get().counts).toMatchObject({ done: 8 });
    const sent = scene.patchRequests.slice(4);
    const [before, after] = scene.records.map(({ id }) => sent.indexOf(id));
    expect(before).toBeLessThan(after ?? -1);
  });

  it("doesn't wait for a dependency that isn't earlier in the plan", async () => {
    const scene = await createScene(2);
    const changes = planAdditions(scene).map((write) => ({
      ...write,
      after: [scene.records[1]?.id.toString() ?? ""],
    }));
    const job = start(scene, changes);
    await waitForJobEnd(job);
    expect([job.statusAt(0), job.statusAt(1)]).toEqual(["failed", "failed"]);
    expect(scene.patchRequests).toEqual([]);
  });

  it("never overwrites changes by others after an unknown outcome", async () => {
    const scene = await createScene(1);
    const [record] = scene.records;
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "network", times: 1 }]);
    const job = start(scene, planAdditions(scene));
    await waitForJobEnd(job);
    expect(job.statusAt(0)).toBe("unknown");
    await changeAsOtherUser(scene, record?.id ?? 0, { target_value: "somebody@example.com" });
    job.retryFailed();
    await waitForJobEnd(job);
    expect(job.statusAt(0)).toBe("changed");
    expect(job.reasonAt(0)).toMatch(/Someone else changed/);
    expect((await fetchTargets(scene)).get(record?.id ?? 0)).toBe("somebody@example.com");
  });

  it("checks recipients before sending, because they may have changed since the list was loaded", async () => {
    const scene = await createScene(2);
    const [record] = scene.records;
    await changeAsOtherUser(scene, record?.id ?? 0, { target_value: "somebody@example.com" });
    const job = start(scene, planAdditions(scene));
    await waitForJobEnd(job);
    expect([job.statusAt(0), job.statusAt(1)]).toEqual(["changed", "done"]);
    expect(job.reasonAt(0)).toMatch(/Someone else changed/);
  });

  it("checks any other field before sending: only a newer value of the same field is a conflict", async () => {
    const scene = await createScene(4);
    const [first, second, third] = scene.records.map(({ id }) => id);
    await changeAsOtherUser(scene, first ?? 0, { until_date: "2032-02-02T00:00:00Z" });
    await changeAsOtherUser(scene, second ?? 0, { title: "Theirs" });
    await changeAsOtherUser(scene, third ?? 0, { deleted: true });
    const until = "2031-01-01T00:00:00Z";
    const job = start(scene, planBulkChanges(scene.records, { kind: "set-end", until }, NOW));
    await waitForJobEnd(job);
    const statuses = scene.records.map((_, place) => job.statusAt(place));
    expect(statuses).toEqual(["changed", "done", "changed", "done"]);
    expect(job.reasonAt(0)).toMatch(/^Someone else changed “End” to \w+, .*2032/);
    expect(job.reasonAt(2)).toMatch(/^Someone else changed “State” to In Trash\./);
    expect(scene.patchRequests).toEqual([second, scene.records[3]?.id]);
  });

  it("sends nothing for a record that someone else has moved to Trash, so its undo doesn't restore it", async () => {
    const scene = await createScene(3);
    const [theirs, ...mine] = scene.records.map(({ id }) => id);
    await changeAsOtherUser(scene, theirs ?? 0, { deleted: true });
    const job = start(scene, planBulkChanges(scene.records, { kind: "delete" }, NOW));
    await waitForJobEnd(job);
    expect(job.get().counts).toMatchObject({ done: 3 });
    expect(job.reasonAt(0)).toBe("Already up to date.");
    expect(scene.patchRequests).toEqual(mine);
    const undoChanges = await planBulkJobUndo(scene.queryClient, scene.api, job);
    const undoneIds = undoChanges.map((change) => change.kind === "change" && change.before.id);
    expect(undoneIds.toSorted()).toEqual(mine.toSorted());
  });

  it("checks before an undo, because the record may have changed since it was planned", async () => {
    const scene = await createScene(2);
    const until = "2031-01-01T00:00:00Z";
    const job = start(scene, planBulkChanges(scene.records, { kind: "set-end", until }, NOW));
    await waitForJobEnd(job);
    const plannedChanges = await planBulkJobUndo(scene.queryClient, scene.api, job);
    const [record] = scene.records;
    await changeAsOtherUser(scene, record?.id ?? 0, { until_date: "2032-02-02T00:00:00Z" });
    const back = start(scene, plannedChanges);
    await waitForJobEnd(back);
    const statuses = plannedChanges.map((write, place) => [
      write.kind === "change" && write.before.id,
      back.statusAt(place),
    ]);
    expect(Object.fromEntries(statuses)).toEqual({
      [record?.id ?? 0]: "changed",
      [scene.records[1]?.id ?? 0]: "done",
    });
  });

  it("never overwrites a loaded record that is newer than the plan", async () => {
    const scene = await createScene(2);
    const [record] = scene.records;
    const changes = planAdditions(scene);
    await changeAsOtherUser(scene, record?.id ?? 0, { target_value: "somebody@example.com" });
    const collection = subscriptionCollection(scene.queryClient, scene.api, "active");
    await collection.prefetch();
    const job = start(scene, changes);
    await waitForJobEnd(job);
    expect([job.statusAt(0), job.statusAt(1)]).toEqual(["changed", "done"]);
    // Both records show the server's values.
    expect(collection.find(record?.id ?? 0)?.target_value).toBe("somebody@example.com");
    expect(collection.find(scene.records[1]?.id ?? 0)?.target_value).toContain(NEW);
  });

  it("sends at most four requests for two concurrent jobs", async () => {
    const scene = await createScene(40);
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "latency", latencyMs: 100 }]);
    const changes = planAdditions(scene);
    const jobs = [start(scene, changes.slice(0, 20)), start(scene, changes.slice(20))];
    for (const job of jobs) {
      await waitForJobEnd(job);
    }
    expect(jobs.map((job) => job.get().counts.done)).toEqual([20, 20]);
    expect(scene.maxConcurrent()).toBe(4);
  });

  it("stays in the store and can be stopped, however many jobs were started since", async () => {
    const scene = await createScene(8);
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "latency", latencyMs: 1_000 }]);
    const long = start(scene, planAdditions(scene));
    for (let times = 0; times < 12; times += 1) {
      start(scene, planBulkChanges(scene.records, { kind: "restore" }, NOW));
    }
    await vi.advanceTimersByTimeAsync(500);
    stopBulkJobs(scene.queryClient);
    await waitForJobEnd(long);
    expect(long.get()).toMatchObject({ phase: "stopped", counts: { done: 4, waiting: 4 } });
  });

  it("undoes several changes of one record in order, even when the first is throttled", async () => {
    const scene = await createScene(1);
    const [record] = scene.records;
    if (record === undefined) throw new Error("no record");
    const entries: JournalEntry[] = [];
    for (const interval of [7, 8, 9]) {
      const before = await readOne(scene, record.id);
      const change = { id: record.id, body: { interval }, before };
      const entry = journalEntryForResponse(
        await updateSubscriptionJournaled(scene.queryClient, scene.api, change),
      );
      if (entry !== undefined) entries.push(entry);
    }
    const detail = "Request was throttled. Expected available in 30 seconds.";
    const plannedChanges = createUndoChanges(await planUndo(scene.queryClient, scene.api, entries));
    scene.emulator.faults.set([{ endpoint: UPDATE, kind: "status", status: 429, detail, times: 1 }]);
    const back = start(scene, plannedChanges);
    await vi.advanceTimersByTimeAsync(200);
    expect(back.get()).toMatchObject({ phase: "throttled", counts: { waiting: 3 } });
    await waitForJobEnd(back);
    expect(back.get().counts).toMatchObject({ done: 3, changed: 0 });
    expect(await readOne(scene, record.id)).toMatchObject({ interval: record.interval });
  });

  it("sends nothing for skipped items", async () => {
    const scene = await createScene(2);
    const changes = planBulkChanges(scene.records, { kind: "restore" }, NOW);
    const job = start(scene, changes);
    expect(job.get()).toMatchObject({ phase: "finished", toSend: 0, counts: { nothing: 2 } });
    expect(job.reasonAt(0)).toBe("Not in Trash.");
    expect(scene.patchRequests).toEqual([]);
  });

  it("notifies listeners a few times per second, however many records", async () => {
    const scene = await createScene(200);
    const job = start(scene, planAdditions(scene));
    let notified = 0;
    job.subscribe(() => {
      notified += 1;
    });
    const from = Date.now();
    await waitForJobEnd(job);
    expect(notified).toBeLessThanOrEqual((Date.now() - from) / 100 + 2);
  });
});

async function findDuplicates(scene: BulkJobScene): Promise<readonly Subscription[]> {
  const { dashboard, insight } = scene.records[0] ?? {};
  for (const [place, { id }] of scene.records.entries()) {
    await changeAsOtherUser(scene, id, { dashboard, insight, target_value: `all@x.co,only-${place}@x.co` });
  }
  return Promise.all(scene.records.map(({ id }) => readOne(scene, id)));
}

function readOne({ api }: BulkJobScene, id: number): Promise<Subscription> {
  return api.client.request(getSubscription, { path: { project_id: api.projectId, id } });
}

const ALL_RECIPIENTS = "all@x.co,only-0@x.co,only-1@x.co,only-2@x.co";

describe("putting duplicates together", () => {
  it.each([
    ["its source", null],
    ["its recipients", { target_value: "ceo@x.co" }],
    ["its schedule", { interval: 9 }],
  ])("leaves alone a duplicate of which somebody has changed %s since", async (_name, change) => {
    const scene = await createScene(3);
    const group = await findDuplicates(scene);
    const [kept, first, second] = group.map(({ id }) => id);
    const { dashboard, insight } = scene.records[1] ?? {};
    await changeAsOtherUser(scene, first ?? 0, change ?? { dashboard, insight });
    const job = start(scene, planDuplicateRemoval(group, kept ?? 0, { addMissing: false }));
    await waitForJobEnd(job);
    expect(job.get().counts).toMatchObject({ changed: 1, done: 1, nothing: 1 });
    expect(job.reasonAt(1)).toMatch(/^Someone else changed/);
    expect(scene.patchRequests).toEqual([second]);
    expect(await readOne(scene, first ?? 0)).toMatchObject({ deleted: false });
  });

  it("deletes none of them where the one to keep is another one by now", async () => {
    const scene = await createScene(3);
    const group = await findDuplicates(scene);
    const [kept = 0] = group.map(({ id }) => id);
    await changeAsOtherUser(scene, kept, { interval: 9 });
    const job = start(scene, planDuplicateRemoval(group, kept, { addMissing: true }));
    await waitForJobEnd(job);
    expect(job.get().counts).toMatchObject({ changed: 1, failed: 2 });
    expect(scene.patchRequests).toEqual([]);
  });

  it.each([
    ["changed", { interval: 9 }, "“Interval” is now 9."],
    ["deleted", { deleted: true }, "“State” is now In Trash."],
  ])(
    "deletes none of them where the one to keep was %s, also without adding recipients",
    async (_, change, why) => {
      const scene = await createScene(3);
      const group = await findDuplicates(scene);
      const [kept = 0] = group.map(({ id }) => id);
      await changeAsOtherUser(scene, kept, change);
      const job = start(scene, planDuplicateRemoval(group, kept, { addMissing: false }));
      await waitForJobEnd(job);
      expect(job.get().counts).toMatchObject({ changed: 2, done: 0, nothing: 1 });
      expect(job.reasonAt(1)).toContain(why);
      expect(scene.patchRequests).toEqual([]);
    },
  );

  it("deletes none of them where the one to keep has all recipients, but is in Trash", async () => {
    const scene = await createScene(3);
    const group = await findDuplicates(scene);
    const [kept = 0] = group.map(({ id }) => id);
    await changeAsOtherUser(scene, kept, { target_value: ALL_RECIPIENTS, deleted: true });
    const job = start(scene, planDuplicateRemoval(group, kept, { addMissing: true }));
    await waitForJobEnd(job);
    expect(job.get().counts).toMatchObject({ changed: 1, failed: 2 });
    expect(job.reasonAt(0)).toContain("changed “State” to In Trash.");
    expect(scene.patchRequests).toEqual([]);
  });

  it("deletes none of them where the one to keep has lost a recipient after they were added", async () => {
    const scene = await createScene(3);
    const group = await findDuplicates(scene);
    const [kept = 0] = group.map(({ id }) => id);
    const [addition, ...deletions] = planDuplicateRemoval(group, kept, { addMissing: true });
    await waitForJobEnd(start(scene, addition === undefined ? [] : [addition]));
    await changeAsOtherUser(scene, kept, { target_value: "all@x.co" });
    const job = start(
      scene,
      deletions.map((deletion) => ({ ...deletion, after: [] })),
    );
    await waitForJobEnd(job);
    expect(job.get().counts).toMatchObject({ changed: 2, done: 0 });
    expect(scene.patchRequests).toEqual([kept]);
  });
});

describe("undo of merging duplicates", () => {
  /** Merges all recipients into the first duplicate and moves the other duplicates to Trash. */
  async function putTogether() {
    const scene = await createScene(3);
    const group = await findDuplicates(scene);
    const ids = group.map(({ id }) => id);
    const job = start(scene, planDuplicateRemoval(group, ids[0] ?? 0, { addMissing: true }));
    await waitForJobEnd(job);
    expect(job.get().counts).toMatchObject({ done: 3 });
    const state = async () =>
      Promise.all(
        ids.map(async (id) => {
          const { deleted, target_value } = await readOne(scene, id);
          return deleted ? "bin" : target_value;
        }),
      );
    expect(await state()).toEqual([ALL_RECIPIENTS, "bin", "bin"]);
    scene.patchRequests.length = 0;
    return { scene, run: job, ids, state };
  }
  const refuseTimes = (times: number): FaultSetting => ({
    endpoint: UPDATE,
    kind: "status",
    status: 400,
    detail: "No.",
    times,
  });

  it("removes no recipient before all other subscriptions are restored", async () => {
    const { scene, run: job, ids, state } = await putTogether();
    const back = start(scene, await planBulkJobUndo(scene.queryClient, scene.api, job), "Undo");
    await waitForJobEnd(back);
    expect(back.get().counts).toMatchObject({ done: 3 });
    expect(await state()).toEqual(["all@x.co,only-0@x.co", "all@x.co,only-1@x.co", "all@x.co,only-2@x.co"]);
    expect(scene.patchRequests.at(-1)).toBe(ids[0]);
  });

  it("leaves each recipient one subscription when the first step fails, and a retry continues in order", async () => {
    const { scene, run: job, ids, state } = await putTogether();
    const plannedChanges = await planBulkJobUndo(scene.queryClient, scene.api, job);
    scene.emulator.faults.set([refuseTimes(1)]);
    const back = start(scene, plannedChanges, "Undo");
    await waitForJobEnd(back);
    expect(back.get().counts).toMatchObject({ done: 0, failed: 3 });
    expect(scene.patchRequests).toHaveLength(1);
    expect(await state()).toEqual([ALL_RECIPIENTS, "bin", "bin"]);
    back.retryFailed();
    await waitForJobEnd(back);
    expect(back.get().counts).toMatchObject({ done: 3, failed: 0 });
    expect(scene.patchRequests.at(-1)).toBe(ids[0]);
  });

  it("keeps recipients whose own subscription can't be restored", async () => {
    const { scene, run: job, ids, state } = await putTogether();
    const notFoundFault = { endpoint: "subscriptions.get", kind: "status", status: 404, times: 1 } as const;
    scene.emulator.faults.set([notFoundFault]);
    const plannedChanges = await planBulkJobUndo(scene.queryClient, scene.api, job);
    // The newest subscription, which is in Trash, is read first, so only its read gets the 404.
    expect(plannedChanges.map(({ kind }) => kind)).toEqual(["impossible", "change", "impossible"]);
    expect(plannedChanges[2]).toMatchObject({
      why: expect.stringMatching(/^Skipped: “.+” can't be restored/),
    });
    const back = start(scene, plannedChanges, "Undo");
    await waitForJobEnd(back);
    expect((await state())[0]).toBe(ALL_RECIPIENTS);
    expect(scene.patchRequests).not.toContain(ids[0]);
  });

  it("plans no undo of a change when a newer one can't be undone", async () => {
    const { scene, run: job, ids } = await putTogether();
    const { queryClient, api } = scene;
    const entries = await fetchBatchEntries(api, job.id);
    const keptEntry = entries.find(({ recordId }) => recordId === ids[0]);
    if (keptEntry === undefined) throw new Error("no entry");
    const changes = [{ field: "title", before: "Older", after: (await readOne(scene, ids[0] ?? 0)).title }];
    const older = { ...keptEntry, id: "0", batch: null, changes };
    scene.emulator.faults.set([{ endpoint: "subscriptions.get", kind: "status", status: 404, times: 1 }]);
    const plannedChanges = createUndoChanges(await planUndo(queryClient, api, [older, ...entries]));
    expect(plannedChanges.map(({ kind }) => kind)).toEqual([
      "impossible",
      "change",
      "impossible",
      "impossible",
    ]);
    expect(plannedChanges[3]).toMatchObject({
      why: "Skipped: a change that must be undone first can't be undone.",
    });
  });

  it("removes recipients whose subscription was already restored by others", async () => {
    const { scene, run: job, ids, state } = await putTogether();
    await changeAsOtherUser(scene, ids[1] ?? 0, { deleted: false });
    const back = start(scene, await planBulkJobUndo(scene.queryClient, scene.api, job), "Undo");
    await waitForJobEnd(back);
    expect(back.get().counts).toMatchObject({ done: 2, impossible: 1 });
    expect(await state()).toEqual(["all@x.co,only-0@x.co", "all@x.co,only-1@x.co", "all@x.co,only-2@x.co"]);
  });

  it("is undone in reverse: recipients are added before their subscription is deleted", async () => {
    const { scene, run: job, ids, state } = await putTogether();
    const back = start(scene, await planBulkJobUndo(scene.queryClient, scene.api, job), "Undo");
    await waitForJobEnd(back);
    scene.patchRequests.length = 0;
    const again = await planBulkJobUndo(scene.queryClient, scene.api, back);
    scene.emulator.faults.set([refuseTimes(1)]);
    const forth = start(scene, again, "Undo the undo");
    await waitForJobEnd(forth);
    expect(scene.patchRequests).toEqual([ids[0]]);
    forth.retryFailed();
    await waitForJobEnd(forth);
    expect(scene.patchRequests.slice(0, 2)).toEqual([ids[0], ids[0]]);
    expect(await state()).toEqual([ALL_RECIPIENTS, "bin", "bin"]);
  });
});

async function changeAsOtherUser({ emulator, api }: BulkJobScene, id: number, body: object): Promise<void> {
  const response = await emulator.fetch(
    new Request(`http://bulk.example/api/environments/${api.projectId}/subscriptions/${id}/`, {
      method: "PATCH",
      headers: { Authorization: "Bearer phx_demo_all", "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  expect(response.ok).toBe(true);
}
