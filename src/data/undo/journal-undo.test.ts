import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SubscriptionChange } from "@/contract/subscriptions";
import { startBulkRun } from "@/data/bulk/bulk-job";
import { stopRuns } from "@/data/bulk/bulk-job-store";
import { type BulkRun } from "@/data/bulk/bulk-job-types";
import { plannedUndo } from "@/data/bulk/bulk-undo";
import { bulkLane } from "@/data/bulk/concurrency-limiter";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import { unkept } from "@/data/journal/tab-id";
import { changeRecorded, createRecorded, entryOfAnswer } from "@/data/subscriptions/subscription-changes";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { startServer } from "@/testing/fake-journal-server";
import { entriesOfBatch, planUndo } from "./journal-undo";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
});

afterEach(() => {
  unkept.clear();
  vi.unstubAllGlobals();
});

type Server = ReturnType<typeof startServer>;

const BEFORE = { title: "Old", interval: 1 };

/** Writes as the app does, and gives the entry of it. */
async function write(server: Server, body: SubscriptionChange, id = 1): Promise<JournalEntry> {
  const { queries, api } = server;
  const before = await queries.fetchQuery({ ...subscriptionQueries.detail(api, id), staleTime: 0 });
  const entry = entryOfAnswer(await changeRecorded(queries, api, { id, body, before }));
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

const plan = (server: Server, ...entries: readonly JournalEntry[]) =>
  planUndo(server.queries, server.api, entries);

/** As the journal's page does it: planned, then run. */
async function startUndo(server: Server, ...entries: readonly JournalEntry[]): Promise<BulkRun> {
  const writes = plannedUndo(await plan(server, ...entries));
  return startBulkRun(server.queries, server.api, { label: "Undo", writes });
}

async function outcomes(run: BulkRun) {
  await vi.waitFor(() => expect(run.get().phase).toBe("finished"));
  return run.writes.map((_, place) => ({ status: run.statusAt(place), why: run.reasonAt(place) }));
}

async function undo(server: Server, ...entries: readonly JournalEntry[]) {
  return outcomes(await startUndo(server, ...entries));
}

async function journal(server: Server): Promise<readonly JournalEntry[]> {
  return vi.waitFor(async () => {
    expect(unkept.size).toBe(0);
    return readJournal(server.api);
  });
}

describe("a plan", () => {
  it("puts back what stood there, and nothing else", async () => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New", interval: 1 });
    expect(await plan(server, entry)).toMatchObject([
      {
        kind: "step",
        step: { before: { id: 1 }, body: { title: "Old" }, changes: [{ before: "New", after: "Old" }] },
      },
    ]);
    expect(server.sent).toHaveLength(1);
  });

  it("is not troubled by another field", async () => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    server.change(1, { interval: 9 });
    expect(await plan(server, entry)).toMatchObject([{ kind: "step", step: { body: { title: "Old" } } }]);
  });

  it("refuses where somebody changed the field since, and tells what stands there", async () => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    server.change(1, { title: "Theirs" });
    expect(await plan(server, entry)).toMatchObject([
      { kind: "refused", refusal: "changed", why: expect.stringContaining("Title is Theirs now") },
    ]);
  });

  it("refuses a record that is gone", async () => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    server.drop(1);
    expect(await plan(server, entry)).toMatchObject([{ kind: "refused", refusal: "gone" }]);
  });

  it.each([
    [{ outcome: "unknown" }, /Check it first/],
    [{ outcome: "refused" }, /nothing to take back/],
    [{ outcome: "running" }, /under way/],
    [{ undoneBy: "x" }, /undone already/],
    [{ changes: [{ field: "title", before: undefined, after: "New" }] }, /not known/],
    [{ changes: [{ field: "title", before: "Same", after: "Same" }] }, /changed nothing/],
    [{ changes: [{ field: "invite_message", before: null, after: "Hi" }] }, /cannot be called back/],
  ] as const)("refuses %o", async (part, why) => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    expect(await plan(server, { ...entry, ...part })).toMatchObject([
      { kind: "refused", refusal: "entry", why: expect.stringMatching(why) },
    ]);
  });

  it("builds the writes of one record upon each other, newest first", async () => {
    const server = startServer(BEFORE);
    const first = await write(server, { title: "A" });
    const second = await write(server, { title: "B" });
    expect(await plan(server, first)).toMatchObject([{ kind: "refused", refusal: "changed" }]);
    expect(await plan(server, first, second)).toMatchObject([
      { kind: "step", step: { entry: { id: second.id }, body: { title: "A" } } },
      { kind: "step", step: { entry: { id: first.id }, body: { title: "Old" } } },
    ]);
  });

  it("of a creation is the bin, and says what stays sent", async () => {
    const server = startServer();
    const { queries, api } = server;
    const body = {
      target_type: "email",
      target_value: "a@x.co",
      frequency: "daily",
      start_date: "2026-11-02T08:00:00Z",
    };
    const entry = entryOfAnswer(await createRecorded(queries, api, body));
    if (entry === undefined) throw new Error("no entry");
    expect(await plan(server, entry)).toMatchObject([
      { kind: "step", step: { body: { deleted: true }, note: expect.stringContaining("stays delivered") } },
    ]);
    server.change(1, { deleted: true });
    expect(await plan(server, entry)).toMatchObject([{ kind: "refused", why: "It is in the bin already." }]);
  });

  it("says whom the undo reaches at once", async () => {
    const server = startServer({ target_value: "ana@x.co, bo@x.co" });
    const entry = await write(server, { target_value: "ana@x.co" });
    expect(await plan(server, entry)).toMatchObject([
      {
        step: {
          body: { target_value: "ana@x.co, bo@x.co" },
          note: "1 person comes back and receives it at once.",
        },
      },
    ]);
  });

  it("stops when it is told to", async () => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    await expect(planUndo(server.queries, server.api, [entry], AbortSignal.abort("left"))).rejects.toBe(
      "left",
    );
  });
});

describe("an undo", () => {
  it("marks what it takes back, and can be taken back itself", async () => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    expect(await undo(server, entry)).toMatchObject([{ status: "done" }]);
    expect(server.served(1)).toMatchObject({ title: "Old" });
    const [back, original] = await journal(server);
    expect(back).toMatchObject({ undoes: entry.id, outcome: "done" });
    expect(original).toMatchObject({ id: entry.id, undoneBy: back?.id });
    if (back === undefined) throw new Error("no undo");
    expect(await undo(server, back)).toMatchObject([{ status: "done" }]);
    expect(server.served(1)).toMatchObject({ title: "New" });
    expect((await journal(server)).map(({ undoneBy }) => undoneBy !== null)).toEqual([false, true, false]);
  });

  it("of several goes back to the beginning, as one batch", async () => {
    const server = startServer(BEFORE, BEFORE);
    const entries = [
      await write(server, { title: "A" }),
      await write(server, { title: "B" }),
      await write(server, { title: "C" }, 2),
    ];
    expect((await undo(server, ...entries)).map(({ status }) => status)).toEqual(["done", "done", "done"]);
    expect([server.served(1), server.served(2)]).toMatchObject([{ title: "Old" }, { title: "Old" }]);
    const [last] = await journal(server);
    expect(await entriesOfBatch(server.api, last?.batch?.id ?? "")).toHaveLength(3);
  });

  it("of several on one record leaves the older ones alone where the newer one failed, whatever their fields", async () => {
    const server = startServer(BEFORE);
    const entries = [await write(server, { interval: 2 }), await write(server, { title: "New" })];
    server.answers.push(400);
    const run = await startUndo(server, ...entries);
    expect(await outcomes(run)).toMatchObject([
      { status: "failed" },
      { status: "failed", why: expect.stringContaining("Left alone") },
    ]);
    expect(server.sent).toHaveLength(3);
    run.retryFailed();
    expect((await outcomes(run)).map(({ status }) => status)).toEqual(["done", "done"]);
    expect(server.served(1)).toMatchObject(BEFORE);
  });

  it("waits where bulk runs have all the requests there may be", async () => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    const lane = bulkLane(server.queries);
    while (lane.enter());
    const run = await startUndo(server, entry);
    // As long as a whole undo takes, and longer.
    for (let times = 0; times < 3; times += 1) {
      const other = startServer(BEFORE);
      await undo(other, await write(other, { title: "New" }));
    }
    expect(server.sent).toHaveLength(1);
    expect(run.get().phase).toBe("running");
    lane.leave();
    lane.wakeAll();
    await vi.waitFor(() => expect(run.get().phase).toBe("finished"));
    expect(server.sent).toHaveLength(2);
  });

  it("stops with the other runs when the server is left", async () => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    const lane = bulkLane(server.queries);
    while (lane.enter());
    const run = await startUndo(server, entry);
    stopRuns(server.queries);
    lane.leave();
    lane.wakeAll();
    expect(run.get()).toMatchObject({ phase: "stopped", counts: { waiting: 1 } });
    expect(server.sent).toHaveLength(1);
  });

  it("looks again right before it sends", async () => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    const writes = plannedUndo(await plan(server, entry));
    server.change(1, { title: "Theirs" });
    const run = startBulkRun(server.queries, server.api, { label: "Undo", writes });
    expect(await outcomes(run)).toMatchObject([
      { status: "changed", why: expect.stringContaining("Title is Theirs now") },
    ]);
    expect(server.served(1)).toMatchObject({ title: "Theirs" });
  });

  it.each([
    [403, "failed"],
    [500, "unknown"],
  ] as const)("that fails with %s is told as %s", async (answer, status) => {
    const server = startServer(BEFORE);
    const entry = await write(server, { title: "New" });
    server.answers.push(answer);
    expect(await undo(server, entry)).toMatchObject([{ status, why: expect.stringMatching(/\w/) }]);
    expect((await journal(server)).find(({ id }) => id === entry.id)?.undoneBy).toBeNull();
  });
});
