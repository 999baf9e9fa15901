import { getResponse, HttpResponse, type RequestHandler } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { planBulkJobUndo } from "@/data/bulk/bulk-undo";
import type { PlannedChange } from "@/data/changes/planned-change";
import { readBatchEntries } from "@/data/journal/journal-store";
import { memberId, memberName } from "@/data/members/members";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import { planUndo } from "@/data/undo/plan-undo";
import { planBulkChanges } from "@/features/subscriptions/bulk/plan-bulk-changes";
import { planDuplicateRemoval } from "@/features/subscriptions/findings/duplicates";
import { server } from "@/mocks/node";
import { createError, loseAnswer, offline, override, refuse, slow } from "@/mocks/scenarios";
import { seededRandom } from "@/mocks/seed/random";
import type { MockServer } from "../support/mock-server";
import {
  asOtherUser,
  changeAsOtherUser,
  completeJob,
  createScene,
  type EngineScene,
  fetchMembers,
  fetchRecord,
  fetchTargets,
  NEW,
  NOW,
  planAdditions,
  planLevel,
  planMember,
  planRemoval,
  rejectUpdate,
  removeLevels,
  retryJob,
  runJob,
  startJob,
  statuses,
  throttleUpdate,
  UPDATE,
  useFakeTime,
  waitForJob,
} from "./engine-scene";

beforeEach(useFakeTime);

const LATE = "2032-02-02T00:00:00Z";
const planEnd = ({ records }: EngineScene) =>
  planBulkChanges(records, { kind: "set-end", until: "2031-01-01T00:00:00Z" }, NOW);
const planJobUndo = ({ api }: EngineScene, job: ReturnType<typeof startJob>) => planBulkJobUndo(api, job);
const patches = (records: readonly { readonly id: number }[]) => records.map(({ id }) => `PATCH ${id}`);

/** Fails requests of an endpoint with an error, without an answer, or by throttling. Lost answers are for applied changes. */
function failRandomly(random: () => number, mocks: MockServer, endpoint: string, share: number) {
  const lost = loseAnswer(endpoint, mocks.handlers);
  return override(endpoint, (request) => {
    const number = random() / share;
    if (number < 0.3) return createError(500);
    if (number < 0.55) return HttpResponse.error();
    if (number < 0.85) return getResponse([lost], request);
    return number < 1 ? createError(429, "Expected available in 3 s.") : undefined;
  });
}

/** Adds failures that are the same in each run. */
function addRandomFailures(mocks: MockServer): void {
  const random = seededRandom("1");
  server.use(
    failRandomly(random, mocks, UPDATE, 0.1),
    ...["members.create", "members.update", "members.delete"].map((each) =>
      failRandomly(random, mocks, each, 0.4),
    ),
  );
}

it("accounts for every change despite random faults, sends nothing twice, and is undone completely", async () => {
  const scene = await createScene({ count: 80 });
  const { records, mocks } = scene;
  const [raised, removed] = [scene.members.slice(0, 15), scene.members.slice(15, 30)];
  const outsiders = await removeLevels(scene, scene.members.slice(30, 45));
  const before = await fetchTargets(scene);
  const membersBefore = await fetchMembers(scene);
  addRandomFailures(mocks);
  const job = startJob(scene, [
    ...planAdditions(records),
    ...raised.map((member) => planLevel(member)),
    ...removed.map((member) => planRemoval(member)),
    ...outsiders.map((uuid) => planMember(uuid)),
  ]);
  let notified = 0;
  job.subscribe(() => (notified += 1));
  await waitForJob(job);
  expect(notified).toBeLessThanOrEqual((Date.now() - NOW.getTime()) / 100 + 2);

  const { counts } = job.get();
  expect(counts.done + counts.unknown).toBe(125);
  const after = await fetchTargets(scene);
  const wanted = (id: number) => `${before.get(id)},${NEW}`;
  records.forEach(({ id }, place) => {
    const status = job.get().items[place]?.status;
    if (status === "done") expect(after.get(id)).toBe(wanted(id));
    else expect([before.get(id), wanted(id)]).toContain(after.get(id));
    expect(job.get().items[place]?.reason === null).toBe(status === "done");
  });
  // The test is meaningful only if unknown outcomes include applied and unapplied changes.
  const unclear = records.filter((_, place) => job.get().items[place]?.status === "unknown");
  const applied = unclear.filter(({ id }) => after.get(id) === wanted(id));
  expect([applied.length > 0, applied.length < unclear.length]).toEqual([true, true]);
  expect(counts.unknown).toBeGreaterThan(unclear.length + 5);

  await completeJob(job);
  const complete = { done: 125, unknown: 0, failed: 0, changed: 0 };
  expect(job.get().counts).toMatchObject(complete);
  const all = await fetchTargets(scene);
  for (const { id } of records) expect(all.get(id)).toBe(wanted(id));
  const members = await fetchMembers(scene);
  expect(raised.map((member) => members.get(memberId(member))?.level)).toEqual(raised.map(() => 8));
  expect(outsiders.map((uuid) => members.get(uuid)?.level)).toEqual(outsiders.map(() => 1));
  expect(members.size).toBe(membersBefore.size - removed.length + outsiders.length);
  // The server sent each subscription to the new recipient only once.
  const reached = mocks.db.outbox.filter(({ target }) => target === NEW);
  expect(reached.map(({ subscription }) => subscription).toSorted()).toEqual(
    records.map(({ id }) => id).toSorted(),
  );
  const entries = await readBatchEntries(scene.api, job.id);
  const done = entries.filter(({ outcome }) => outcome === "done");
  expect([done.length, new Set(done.map(({ recordId }) => recordId)).size]).toEqual([125, 125]);
  expect(scene.maxConcurrent()).toBe(4);

  vi.setSystemTime(Date.now() + 86_400_000);
  mocks.resetHandlers();
  const back = await planJobUndo(scene, job);
  expect(back.filter(({ kind }) => kind === "impossible" || kind === "nothing")).toEqual([]);
  addRandomFailures(mocks);
  const undo = startJob(scene, back);
  await completeJob(undo);
  expect(undo.get().counts).toMatchObject(complete);
  mocks.resetHandlers();
  expect(await fetchTargets(scene)).toEqual(before);
  const end = await fetchMembers(scene);
  const levels = (of: typeof end) => [...of].map(([uuid, { level }]) => `${uuid} ${level}`).sort();
  expect(levels(end)).toEqual(levels(membersBefore));
  // Only members who were added again have a new join date.
  const rejoined = [...end].filter(
    ([uuid, { joined_at }]) => joined_at !== membersBefore.get(uuid)?.joined_at,
  );
  expect(rejoined.map(([uuid]) => uuid).sort()).toEqual(removed.map(memberId).sort());
});

describe("a bulk job", () => {
  it("waits for the server's cooldown, resends throttled changes, and continues automatically", async () => {
    const scene = await createScene({ count: 12 });
    server.use(throttleUpdate());
    const job = startJob(scene, planAdditions(scene.records));
    await vi.advanceTimersByTimeAsync(200);
    // Requests in flight finished, but no other request was sent.
    expect(job.get()).toMatchObject({ phase: "throttled", counts: { done: 3, waiting: 9 } });
    expect((job.get().retryAt ?? 0) - NOW.getTime()).toBeGreaterThan(29_000);
    await vi.advanceTimersByTimeAsync(28_000);
    expect(scene.sent).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 12 } });
    expect(scene.sent).toHaveLength(13);
  });

  it("continues immediately when the user retries, however long the server asks to wait", async () => {
    const scene = await createScene({ count: 12 });
    const headers = { "Retry-After": "3600000" };
    server.use(override(UPDATE, () => new HttpResponse(null, { status: 429, headers }), { once: true }));
    const job = startJob(scene, planAdditions(scene.records));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(job.get()).toMatchObject({
      phase: "throttled",
      canRetryNow: true,
      counts: { done: 3, waiting: 9 },
    });
    expect(job.get().retryAt).toBeLessThanOrEqual(NOW.getTime() + 3_601_000);
    scene.api.client.retryNow();
    await waitForJob(job);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 12 } });
    expect(Date.now()).toBeLessThan(NOW.getTime() + 120_000);
  });

  it("waits longer each time a server that asks for no wait refuses again", async () => {
    const scene = await createScene({ count: 12 });
    server.use(refuse(UPDATE, 429, { detail: "Expected available in 0 seconds." }));
    startJob(scene, planAdditions(scene.records));
    await vi.advanceTimersByTimeAsync(60_000);
    // 4 requests at a time, after about 0, 1, 3, 7, 15 and 31 s.
    expect(scene.sent.length).toBeGreaterThan(4);
    expect(scene.sent.length).toBeLessThanOrEqual(24);
  });

  it.each([
    ["in this tab", false, "stopped"],
    ["in another tab, with an open form", true, "paused"],
  ])("sends nothing after a disconnect %s, although it was waiting", async (_, asksForNewKey, phase) => {
    const scene = await createScene({ count: 12 });
    server.use(throttleUpdate());
    const job = startJob(scene, planAdditions(scene.records));
    await vi.advanceTimersByTimeAsync(200);
    const [sentBefore, readsBefore] = [scene.sent.length, scene.reads.length];
    scene.api.client.removeKey(asksForNewKey);
    if (!asksForNewKey) scene.api.dispose();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([scene.sent.length, scene.reads.length]).toEqual([sentBefore, readsBefore]);
    expect(job.get()).toMatchObject({ phase, counts: { done: 3, waiting: 9 } });
  });

  it("waits as long as a server that is down asks", async () => {
    const scene = await createScene({ count: 12 });
    const headers = { "Retry-After": "30" };
    server.use(override(UPDATE, () => new HttpResponse(null, { status: 503, headers }), { once: true }));
    const job = startJob(scene, planAdditions(scene.records));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(job.get()).toMatchObject({ phase: "throttled", counts: { done: 3, unknown: 1, waiting: 8 } });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 11, unknown: 1 } });
  });

  it("finishes requests in flight when stopped, and can resume", async () => {
    const scene = await createScene({ count: 12 });
    server.use(slow(UPDATE, 1_000));
    const job = startJob(scene, planAdditions(scene.records));
    await vi.advanceTimersByTimeAsync(500);
    job.stop();
    expect(job.get().phase).toBe("stopping");
    await waitForJob(job);
    expect(job.get()).toMatchObject({ phase: "stopped", counts: { done: 4, waiting: 8 } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(scene.sent).toHaveLength(4);
    job.resume();
    await waitForJob(job);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 12 } });
    expect(scene.sent.toSorted()).toEqual(patches(scene.records).toSorted());
  });

  it.each<[string, RequestHandler, string, number]>([
    ["a rejected key", refuse(UPDATE, 401), "The API key was rejected", 0],
    ["a key rejected by a read", refuse("subscriptions.get", 401), "The API key was rejected", 0],
    ["a missing scope", refuse(UPDATE, 403), "The API key is missing the scope subscription:write", 0],
    // The job limits unknown outcomes.
    ["an unreachable server", offline(UPDATE), "Couldn't reach the server", 11],
  ])(
    "pauses for %s, without failing a record, until it is resumed",
    async (_, handler, title, maxUnknown) => {
      const scene = await createScene({ count: 20 });
      server.use(handler);
      const job = await runJob(scene, planAdditions(scene.records));
      expect(job.get()).toMatchObject({
        phase: "paused",
        counts: { done: 0, failed: 0 },
        problem: { title },
      });
      expect(job.get().counts.unknown).toBeLessThanOrEqual(maxUnknown);
      scene.mocks.resetHandlers();
      const { client } = scene.api;
      const requestCount = scene.sent.length + scene.reads.length;
      client.renewKey(client.connection.key);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(scene.sent.length + scene.reads.length).toBe(requestCount);
      await completeJob(job);
      expect(job.get()).toMatchObject({ phase: "finished", problem: null, counts: { done: 20 } });
    },
  );

  it("sends at most four requests for two concurrent jobs", async () => {
    const scene = await createScene({ count: 20 });
    server.use(slow(UPDATE, 100));
    const changes = planAdditions(scene.records);
    const jobs = [startJob(scene, changes.slice(0, 10)), startJob(scene, changes.slice(10))];
    for (const job of jobs) await waitForJob(job);
    expect(jobs.map((job) => job.get().counts.done)).toEqual([10, 10]);
    expect(scene.maxConcurrent()).toBe(4);
  });

  it("stays in the store and can be stopped, however many jobs were started since", async () => {
    const scene = await createScene({ count: 8 });
    server.use(slow(UPDATE, 1_000));
    const long = startJob(scene, planAdditions(scene.records));
    const restored = planBulkChanges(scene.records, { kind: "restore" }, NOW);
    for (let times = 0; times < 12; times += 1) {
      const job = startJob(scene, restored);
      expect(job.get()).toMatchObject({ phase: "finished", toSend: 0, counts: { nothing: 8 } });
      expect(job.get().items[0]?.reason).toBe("Not in Trash.");
    }
    await vi.advanceTimersByTimeAsync(500);
    scene.api.dispose();
    await waitForJob(long);
    expect(long.get()).toMatchObject({ phase: "stopped", counts: { done: 4, waiting: 4 } });
  });
});

describe("a change that depends on earlier ones", () => {
  /** Plans changes that each depend on the previous one. */
  function chainChanges({ records }: EngineScene): readonly PlannedChange[] {
    const changes = planAdditions(records);
    return changes.map((change, place) => {
      const after = changes[place - 1]?.key;
      return change.kind === "change" && after !== undefined ? { ...change, after: [after] } : change;
    });
  }

  it("is skipped when one of them failed, and a retry sends all in order", async () => {
    const scene = await createScene();
    server.use(rejectUpdate());
    const job = await runJob(scene, chainChanges(scene));
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 0, failed: 4 } });
    expect(scene.sent).toEqual(patches(scene.records.slice(0, 1)));
    expect([job.get().items[0]?.reason, job.get().items[1]?.reason]).toEqual([
      "Invalid request. No.",
      "Skipped: an earlier step failed.",
    ]);
    await retryJob(job);
    expect(job.get().counts).toMatchObject({ done: 4, failed: 0 });
    expect(job.get().items[1]?.reason).toBeNull();
    expect(scene.sent.slice(1)).toEqual(patches(scene.records));
  });

  it.each(["lost answer", "network"])(
    "is skipped when one of them is unknown (%s), then in conflict with someone else's change",
    async (kind) => {
      const scene = await createScene();
      const [record] = scene.records;
      const { mocks } = scene;
      const once = { once: true };
      server.use(kind === "network" ? offline(UPDATE, once) : loseAnswer(UPDATE, mocks.handlers, once));
      const job = await runJob(scene, chainChanges(scene).slice(0, 2));
      expect(statuses(job)).toEqual(["unknown", "failed"]);
      await changeAsOtherUser(scene, record, { target_value: "somebody@example.com" });
      await retryJob(job);
      expect(statuses(job)).toEqual(["changed", "failed"]);
      expect(job.get().items[0]?.reason).toMatch(/Someone else changed/);
      expect(scene.sent).toHaveLength(1);
      expect(await fetchRecord(scene, record.id)).toMatchObject({ target_value: "somebody@example.com" });
    },
  );

  it("waits for a throttled one, which holds back nothing else", async () => {
    const scene = await createScene({ count: 8 });
    const [first, second, ...others] = planAdditions(scene.records);
    if (first === undefined || second?.kind !== "change") throw new Error("no plan");
    server.use(throttleUpdate());
    const job = startJob(scene, [first, { ...second, after: [first.key] }, ...others]);
    await vi.advanceTimersByTimeAsync(200);
    expect(job.get()).toMatchObject({ phase: "throttled", counts: { done: 3 } });
    expect(statuses(job).slice(0, 2)).toEqual(["waiting", "waiting"]);
    await waitForJob(job);
    expect(job.get().counts).toMatchObject({ done: 8 });
    const [before = 0, after = 0] = patches(scene.records).map((each) => scene.sent.lastIndexOf(each));
    expect(before).toBeLessThan(after);
  });

  it("isn't sent if one of them comes later in the plan", async () => {
    const scene = await createScene();
    const after = [scene.records[1].id.toString()];
    const changes = planAdditions(scene.records.slice(0, 2)).map((change) => ({ ...change, after }));
    expect(statuses(await runJob(scene, changes))).toEqual(["failed", "failed"]);
    expect(scene.sent).toEqual([]);
  });
});

describe("a record that someone else has changed", () => {
  it("is in conflict only if they changed the same field or its state", async () => {
    const scene = await createScene();
    const [first, second, third, fourth] = scene.records;
    await changeAsOtherUser(scene, first, { until_date: LATE });
    await changeAsOtherUser(scene, second, { title: "Theirs" });
    await changeAsOtherUser(scene, third, { deleted: true });
    const job = await runJob(scene, planEnd(scene));
    expect(statuses(job)).toEqual(["changed", "done", "changed", "done"]);
    expect(job.get().items[0]?.reason).toMatch(/^Someone else changed “End” to \w+, .*2032/);
    expect(job.get().items[2]?.reason).toMatch(/^Someone else changed “State” to In Trash\./);
    expect(scene.sent).toEqual(patches([second, fourth]));
  });

  it("isn't moved to Trash again, so that the undo doesn't restore it", async () => {
    const scene = await createScene();
    const [theirs, ...mine] = scene.records;
    await changeAsOtherUser(scene, theirs, { deleted: true });
    const job = await runJob(scene, planBulkChanges(scene.records, { kind: "delete" }, NOW));
    expect(job.get().counts).toMatchObject({ done: 4 });
    expect(job.get().items[0]?.reason).toBe("Already up to date.");
    expect(scene.sent).toEqual(patches(mine));
    const back = await planJobUndo(scene, job);
    const undone = back.map((change) => change.kind === "change" && change.before.id);
    expect(undone.toSorted()).toEqual(mine.map(({ id }) => id).toSorted());
  });

  it("isn't changed by an undo that was planned before", async () => {
    const scene = await createScene();
    const back = await planJobUndo(scene, await runJob(scene, planEnd(scene)));
    await changeAsOtherUser(scene, scene.records[0], { until_date: LATE });
    const undo = await runJob(scene, back);
    const changed = back.filter((_, place) => undo.get().items[place]?.status === "changed");
    expect(undo.get().counts).toMatchObject({ done: 3, changed: 1 });
    expect(changed).toMatchObject([{ before: { id: scene.records[0].id } }]);
  });

  it("isn't overwritten if the list was loaded after the plan", async () => {
    const scene = await createScene();
    const [record, other] = scene.records;
    const changes = planAdditions(scene.records.slice(0, 2));
    await changeAsOtherUser(scene, record, { target_value: "somebody@example.com" });
    const collection = subscriptionCollection(scene.api, "active");
    await collection.prefetch();
    expect(statuses(await runJob(scene, changes))).toEqual(["changed", "done"]);
    // Both records show the server's values.
    expect(collection.find(record.id)?.target_value).toBe("somebody@example.com");
    expect(collection.find(other.id)?.target_value).toContain(NEW);
  });
});

/** Makes three records duplicates with a common recipient and one of their own. */
async function createDuplicates() {
  const scene = await createScene();
  const three = [...scene.records].slice(0, 3);
  const [kept, first, second] = scene.records;
  const { dashboard, insight } = kept;
  for (const [place, record] of three.entries()) {
    const target_value = `all@x.co,only-${place}@x.co`;
    await changeAsOtherUser(scene, record, { dashboard, insight, target_value });
  }
  const group = await Promise.all(three.map(({ id }) => fetchRecord(scene, id)));
  const plan = (addMissing: boolean) => planDuplicateRemoval(group, kept.id, { addMissing });
  const readState = () =>
    Promise.all(
      three.map(async ({ id }) => {
        const { deleted, target_value } = await fetchRecord(scene, id);
        return deleted ? "in Trash" : target_value;
      }),
    );
  return { scene, kept, first, second, plan, readState };
}

const ALL_RECIPIENTS = "all@x.co,only-0@x.co,only-1@x.co,only-2@x.co";
const MERGED = [ALL_RECIPIENTS, "in Trash", "in Trash"];
const SEPARATE = ["all@x.co,only-0@x.co", "all@x.co,only-1@x.co", "all@x.co,only-2@x.co"];

describe("merging duplicates", () => {
  it.each([
    ["source", null],
    ["recipients", { target_value: "ceo@x.co" }],
    ["schedule", { interval: 9 }],
  ])("keeps a duplicate whose %s someone else has changed", async (_, change) => {
    const { scene, first, second, plan } = await createDuplicates();
    const { dashboard, insight } = first;
    await changeAsOtherUser(scene, first, change ?? { dashboard, insight });
    const job = await runJob(scene, plan(false));
    expect(job.get().counts).toMatchObject({ changed: 1, done: 1, nothing: 1 });
    expect(job.get().items[1]?.reason).toMatch(/^Someone else changed/);
    expect(scene.sent).toEqual(patches([second]));
    expect(await fetchRecord(scene, first.id)).toMatchObject({ deleted: false });
  });

  it.each<[string, boolean, object, object, string]>([
    ["was changed", true, { interval: 9 }, { changed: 1, failed: 2 }, "“Interval” to 9."],
    ["was changed", false, { interval: 9 }, { changed: 2, nothing: 1 }, "“Interval” is now 9."],
    ["is in Trash", false, { deleted: true }, { changed: 2, nothing: 1 }, "“State” is now In Trash."],
    [
      "has all recipients, but is in Trash",
      true,
      { target_value: ALL_RECIPIENTS, deleted: true },
      { changed: 1, failed: 2 },
      "changed “State” to In Trash.",
    ],
  ])(
    "deletes none if the one to keep %s (adding recipients: %s)",
    async (_, adds, change, counts, reason) => {
      const { scene, kept, plan } = await createDuplicates();
      await changeAsOtherUser(scene, kept, change);
      const job = await runJob(scene, plan(adds));
      expect(job.get().counts).toMatchObject({ done: 0, ...counts });
      expect(job.get().items[adds ? 0 : 1]?.reason).toContain(reason);
      expect(scene.sent).toEqual([]);
    },
  );

  it("deletes none if the one to keep has lost a recipient after they were added", async () => {
    const { scene, kept, plan } = await createDuplicates();
    const changes = plan(true);
    await runJob(scene, changes.slice(0, 1));
    await changeAsOtherUser(scene, kept, { target_value: "all@x.co" });
    const deletions = changes.slice(1).map((deletion) => ({ ...deletion, after: [] }));
    expect((await runJob(scene, deletions)).get().counts).toMatchObject({ changed: 2, done: 0 });
    expect(scene.sent).toEqual(patches([kept]));
  });
});

describe("undo of merging duplicates", () => {
  async function mergeDuplicates() {
    const duplicates = await createDuplicates();
    const { scene, plan, readState } = duplicates;
    const job = await runJob(scene, plan(true));
    expect(job.get().counts).toMatchObject({ done: 3 });
    expect(await readState()).toEqual(MERGED);
    scene.sent.length = 0;
    return { ...duplicates, job };
  }

  it("leaves each recipient a subscription when its first step fails, and a retry continues in order", async () => {
    const { scene, job, kept, readState } = await mergeDuplicates();
    const back = await planJobUndo(scene, job);
    server.use(rejectUpdate());
    const undo = await runJob(scene, back);
    expect(undo.get().counts).toMatchObject({ done: 0, failed: 3 });
    expect(scene.sent).toHaveLength(1);
    expect(await readState()).toEqual(MERGED);
    await retryJob(undo);
    expect(undo.get().counts).toMatchObject({ done: 3, failed: 0 });
    expect(await readState()).toEqual(SEPARATE);
    expect(scene.sent.at(-1)).toBe(`PATCH ${kept.id}`);
  });

  it("keeps recipients whose own subscription can't be restored", async () => {
    const { scene, job, kept, readState } = await mergeDuplicates();
    server.use(refuse("subscriptions.get", 404, { once: true }));
    const back = await planJobUndo(scene, job);
    // The newest subscription, which is in Trash, is read first, so only its read gets the 404.
    expect(back.map(({ kind }) => kind)).toEqual(["impossible", "change", "impossible"]);
    expect(back[2]).toMatchObject({ why: expect.stringMatching(/^Skipped: “.+” can't be restored/) });
    await runJob(scene, back);
    expect((await readState())[0]).toBe(ALL_RECIPIENTS);
    expect(scene.sent).not.toContain(`PATCH ${kept.id}`);
  });

  it("undoes no change before a newer one that can't be undone", async () => {
    const { scene, job, kept } = await mergeDuplicates();
    const { api } = scene;
    const entries = await readBatchEntries(api, job.id);
    const keptEntry = entries.find(({ recordId }) => recordId === kept.id) ?? expect.fail("no entry");
    const changes = [{ field: "title", before: "Older", after: kept.title }];
    const older = { ...keptEntry, id: "0", batch: null, changes };
    server.use(refuse("subscriptions.get", 404, { once: true }));
    const back = (await planUndo(api, [older, ...entries])).map(({ change }) => change);
    expect(back.map(({ kind }) => kind)).toEqual(["impossible", "change", "impossible", "impossible"]);
    const why = "Skipped: a change that must be undone first can't be undone.";
    expect(back[3]).toMatchObject({ why });
  });

  it("removes recipients whose subscription someone else has restored", async () => {
    const { scene, job, first, readState } = await mergeDuplicates();
    await changeAsOtherUser(scene, first, { deleted: false });
    const undo = await runJob(scene, await planJobUndo(scene, job));
    expect(undo.get().counts).toMatchObject({ done: 2, impossible: 1 });
    expect(await readState()).toEqual(SEPARATE);
  });

  it("is undone in reverse: recipients are added before their subscription is deleted", async () => {
    const { scene, job, kept, readState } = await mergeDuplicates();
    const undo = await runJob(scene, await planJobUndo(scene, job));
    scene.sent.length = 0;
    const forth = await planJobUndo(scene, undo);
    server.use(rejectUpdate());
    const redo = await runJob(scene, forth);
    expect(scene.sent).toEqual(patches([kept]));
    await retryJob(redo);
    expect(scene.sent.slice(0, 2)).toEqual(patches([kept, kept]));
    expect(await readState()).toEqual(MERGED);
  });
});

describe("a bulk job on members and subscriptions", () => {
  it("sends all in order and undoes them together, independently of each other", async () => {
    const scene = await createScene();
    const [record] = scene.records;
    const [one, two] = scene.members;
    const before = await fetchMembers(scene);
    const [deletion] = planBulkChanges([record], { kind: "delete" }, NOW);
    if (deletion === undefined) throw new Error("no plan");
    const after = [deletion.key];
    const changes = [deletion, { ...planRemoval(one), after }, { ...planLevel(two), after }];
    const job = await runJob(scene, changes);
    expect(job.get()).toMatchObject({ phase: "finished", counts: { done: 3 } });
    expect(scene.sent[0]).toBe(`PATCH ${record.id}`);
    await asOtherUser.add(scene, memberId(one), 8);
    const refused = await planJobUndo(scene, job);
    expect(refused.filter(({ kind }) => kind === "impossible")).toMatchObject([{ name: memberName(one) }]);
    await asOtherUser.remove(scene, memberId(one));

    const back = await planJobUndo(scene, job);
    expect(back.map(({ kind }) => kind).sort()).toEqual(["change", "change", "create"]);
    expect((await runJob(scene, back)).get().counts).toMatchObject({ done: 3 });
    expect([...(await fetchMembers(scene)).keys()].sort()).toEqual([...before.keys()].sort());
    expect(await fetchRecord(scene, record.id)).toMatchObject({ deleted: false });
  });
});

describe("a job for many rows that stand together", () => {
  const COUNT = 100;

  async function createLongScene() {
    let pageCount = 0;
    let onFirstChange = async () => {};
    const scene = await createScene({
      count: COUNT,
      async intercept(request, serve) {
        if (request.method === "PATCH") {
          const run = onFirstChange;
          onFirstChange = async () => {};
          await run();
        } else if (new URL(request.url).pathname.endsWith("/subscriptions/")) pageCount += 1;
        return serve(request);
      },
    });
    const list = subscriptionCollection(scene.api, "active");
    await list.prefetch();
    const changes = planBulkChanges(list.get().records.slice(0, COUNT), { kind: "delete" }, NOW);
    const before = pageCount;
    return {
      ...scene,
      changes,
      countReads: () => scene.reads.length + pageCount - before,
      beforeFirstChange: (run: () => Promise<void>) => {
        onFirstChange = run;
      },
    };
  }

  // A row that was read long ago, also by a clock that was set back, is read again.
  it.each([
    [0, COUNT - 1],
    [6_000, COUNT - 2],
    [-60_000, COUNT - 2],
  ])("sends few requests, and nothing for what others do meanwhile (after %d ms)", async (ms, sentCount) => {
    const scene = await createLongScene();
    const [, , , , , , , soon] = scene.changes;
    const late = scene.changes[90];
    scene.beforeFirstChange(async () => {
      for (const change of [soon, late])
        await changeAsOtherUser(scene, { id: Number(change?.key) }, { deleted: true });
      vi.setSystemTime(Date.now() + ms);
    });
    const job = await runJob(scene, scene.changes);
    expect(job.get().counts).toMatchObject({ done: COUNT, changed: 0, failed: 0 });
    expect(scene.sent).not.toContain(`PATCH ${late?.key}`);
    expect(scene.sent).toHaveLength(sentCount);
    expect(scene.countReads()).toBeLessThanOrEqual(0.15 * COUNT);
    const records = await Promise.all(scene.changes.map(({ key }) => fetchRecord(scene, Number(key))));
    expect(records.filter(({ deleted }) => !deleted)).toEqual([]);
  });

  it("is sent completely although some answers are lost, and nothing is sent twice", async () => {
    const scene = await createLongScene();
    server.use(failRandomly(seededRandom("3"), scene.mocks, UPDATE, 0.1));
    const job = startJob(scene, scene.changes);
    await completeJob(job);
    expect(job.get().counts).toMatchObject({ done: COUNT, unknown: 0, failed: 0 });
    const entries = await readBatchEntries(scene.api, job.id);
    const done = entries.filter(({ outcome }) => outcome === "done");
    expect(new Set(done.map(({ recordId }) => recordId)).size).toBe(done.length);
  });
});
