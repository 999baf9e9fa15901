import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SubscriptionChange } from "@/contract/subscriptions";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { type BulkJob } from "@/data/bulk/bulk-job-types";
import { createUndoChanges } from "@/data/bulk/bulk-undo";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import { memoryOnly } from "@/data/journal/tab-id";
import {
  createSubscriptionJournaled,
  journalEntryForResponse,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { change, override, refuse } from "@/mocks/scenarios";
import { createTestProject, type TestProject } from "../../../test/support/test-project";
import { planUndo } from "./journal-undo";

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
});

afterEach(() => {
  memoryOnly.clear();
  vi.unstubAllGlobals();
});

const CREATION = {
  insight: 4001,
  target_type: "email",
  target_value: "a@x.co",
  frequency: "daily",
  start_date: "2026-11-02T08:00:00Z",
};
const BEFORE = { title: "Old", interval: 1 };

/** Changes a subscription as the app does and returns the journal entry. */
async function changeSubscription(
  server: TestProject,
  body: SubscriptionChange,
  id = 1,
): Promise<JournalEntry> {
  const { queryClient, api } = server;
  const before = await queryClient.fetchQuery({ ...subscriptionQueries.detail(api, id), staleTime: 0 });
  const entry = journalEntryForResponse(
    await updateSubscriptionJournaled(queryClient, api, { id, body, before }),
  );
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

/** Creates a subscription as the app does and returns the journal entry. */
async function create({ queryClient, api, db }: TestProject): Promise<JournalEntry> {
  // Newer servers require an interval.
  const body = db.profile === "newer" ? { ...CREATION, interval: 1 } : CREATION;
  const entry = journalEntryForResponse(await createSubscriptionJournaled(queryClient, api, body));
  return entry ?? expect.fail("no entry");
}

const plan = (server: TestProject, ...entries: readonly JournalEntry[]) =>
  planUndo(server.queryClient, server.api, entries);

async function startUndo(server: TestProject, ...entries: readonly JournalEntry[]): Promise<BulkJob> {
  const changes = createUndoChanges(await plan(server, ...entries));
  return startBulkJob(server.queryClient, server.api, { label: "Undo", changes });
}

async function outcomes(job: BulkJob) {
  await vi.waitFor(() => expect(job.get().phase).toBe("finished"));
  return job.changes.map((_, index) => ({ status: job.statusAt(index), why: job.reasonAt(index) }));
}

async function undo(server: TestProject, ...entries: readonly JournalEntry[]) {
  return outcomes(await startUndo(server, ...entries));
}

async function journal(server: TestProject): Promise<readonly JournalEntry[]> {
  return vi.waitFor(async () => {
    expect(memoryOnly.size).toBe(0);
    return readJournal(server.api);
  });
}

describe("an undo plan", () => {
  it("refuses if the field was changed since, with its value", async () => {
    const server = createTestProject([BEFORE]);
    const entry = await changeSubscription(server, { title: "New" });
    server.putSubscription({ id: 1, title: "Theirs" });
    expect(await plan(server, entry)).toMatchObject([
      { kind: "refused", refusal: "changed", why: expect.stringContaining("to “Theirs”") },
    ]);
  });

  it("refuses a deleted record", async () => {
    const server = createTestProject([BEFORE]);
    const entry = await changeSubscription(server, { title: "New" });
    server.subscriptions.remove("1");
    expect(await plan(server, entry)).toMatchObject([{ kind: "refused", refusal: "gone" }]);
  });

  it.each([
    [{ outcome: "unknown" }, /Check it first/],
    [{ outcome: "refused" }, /Nothing to undo/],
    [{ outcome: "running" }, /in progress/],
    [{ undoneBy: "x" }, /Already undone/],
    [{ changes: [{ field: "title", before: undefined, after: "New" }] }, /previous value is unknown/],
    [{ changes: [{ field: "title", before: "Same", after: "Same" }] }, /had no effect/],
    [{ changes: [{ field: "invite_message", before: null, after: "Hi" }] }, /can't be recalled/],
    [{ kind: "tested", changes: [] }, /can't be recalled/],
  ] as const)("refuses %o", async (part, why) => {
    const server = createTestProject([BEFORE]);
    const entry = await changeSubscription(server, { title: "New" });
    expect(await plan(server, { ...entry, ...part })).toMatchObject([
      { kind: "refused", refusal: "entry", why: expect.stringMatching(why) },
    ]);
  });

  const HOST = "contoso.webhook.office.com";
  it.each([
    ["another webhook of the same host", [{ field: "target_value", before: HOST, after: HOST }]],
    [
      "another webhook of the same host, with a title",
      [
        { field: "title", before: "Old", after: "New" },
        { field: "target_value", before: HOST, after: HOST },
      ],
    ],
    ["a webhook of another host", [{ field: "target_value", before: "other.office.com", after: HOST }]],
    [
      "an email instead of a webhook",
      [
        { field: "target_type", before: "teams", after: "email" },
        { field: "target_value", before: HOST, after: "ana@x.co" },
      ],
    ],
  ])("refuses a Teams webhook that servers don't return: %s", async (_name, changes) => {
    const server = createTestProject([
      { ...BEFORE, target_type: "teams", target_value: `https://${HOST}/abc` },
    ]);
    const entry = await changeSubscription(server, { title: "New" });
    expect(await plan(server, { ...entry, changes })).toMatchObject([
      { kind: "refused", refusal: "entry", why: expect.stringMatching(/^The previous webhook is unknown/) },
    ]);
  });

  it("undoes a move from email to Teams", async () => {
    const server = createTestProject([
      { ...BEFORE, target_type: "teams", target_value: `https://${HOST}/abc` },
    ]);
    const entry = await changeSubscription(server, { title: "New" });
    const changes = [
      { field: "target_type", before: "email", after: "teams" },
      { field: "target_value", before: "ana@x.co", after: HOST },
    ];
    const body = { target_type: "email", target_value: "ana@x.co" };
    expect(await plan(server, { ...entry, changes })).toMatchObject([{ kind: "step", step: { body } }]);
  });

  it("builds on newer undos of the same record", async () => {
    const server = createTestProject([BEFORE]);
    const first = await changeSubscription(server, { title: "A" });
    const second = await changeSubscription(server, { title: "B" });
    expect(await plan(server, first)).toMatchObject([{ kind: "refused", refusal: "changed" }]);
    expect(await plan(server, first, second)).toMatchObject([
      { kind: "step", step: { entry: { id: second.id }, body: { title: "A" } } },
      { kind: "step", step: { entry: { id: first.id }, body: { title: "Old" } } },
    ]);
  });

  it("moves a created subscription to the trash, with a note", async () => {
    const server = createTestProject();
    const entry = await create(server);
    expect(await plan(server, entry)).toMatchObject([
      { kind: "step", step: { body: { deleted: true }, note: expect.stringContaining("Past deliveries") } },
    ]);
    server.putSubscription({ id: 1, deleted: true });
    expect(await plan(server, entry)).toMatchObject([{ kind: "refused", why: "Already in Trash." }]);
  });

  it.each([
    ["a field that was sent", { title: "Taken over" }, "Taken over"],
    ["a field that was left empty", { count: 4 }, "“4”"],
  ])("of a creation is refused where somebody has changed %s since", async (_name, fields, why) => {
    const server = createTestProject();
    const entry = await create(server);
    server.putSubscription({ id: 1, ...fields });
    const [item] = await plan(server, entry);
    expect(item).toMatchObject({ kind: "refused", refusal: "changed", why: expect.stringContaining(why) });
  });

  it.each([
    [{ enabled: false }, "newer"],
    [{ interval: 9 }, "contract"],
    [{ dashboard_export_insights: [1] }, "newer"],
    [{ prompt: "Summarize" }, "newer"],
    [{ integration_id: 4 }, "newer"],
  ] as const)("of a creation is refused after %o, which was not sent", async (fields, profile) => {
    const server = createTestProject([], { profile });
    const entry = await create(server);
    expect(await plan(server, entry)).toMatchObject([{ kind: "step" }]);
    server.putSubscription({ id: 1, ...fields });
    expect(await plan(server, entry)).toMatchObject([{ kind: "refused", refusal: "changed" }]);
  });

  it("of a creation is not sent if someone pauses the record after the preview", async () => {
    const server = createTestProject([], { profile: "newer" });
    const entry = await create(server);
    const changes = createUndoChanges(await plan(server, entry));
    server.putSubscription({ id: 1, enabled: false });
    const job = startBulkJob(server.queryClient, server.api, { label: "Undo", changes });
    expect(await outcomes(job)).toMatchObject([{ status: "changed" }]);
  });

  it("of a creation and later own changes undoes all of them", async () => {
    const server = createTestProject();
    const created = await create(server);
    const changed = await changeSubscription(server, { title: "Later" }, 1);
    expect(await undo(server, created, changed)).toMatchObject([{ status: "done" }, { status: "done" }]);
  });

  it.each([
    [
      "the source",
      { dashboard: 202 },
      "1 person receives a delivery immediately because the source changes.",
    ],
    ["a deletion", { deleted: true }, "1 person may receive a delivery immediately."],
  ])("notes that undoing %s delivers, on a server that can pause", async (_name, body, note) => {
    const server = createTestProject([{}]);
    const addPause = async (response: Response) =>
      HttpResponse.json({ ...(await response.json()), enabled: true });
    server.use(
      ...["subscriptions.get", "subscriptions.update"].map((id) => change(id, server.handlers, addPause)),
    );
    const entry = await changeSubscription(server, body);
    expect(await plan(server, entry)).toMatchObject([{ kind: "step", step: { note } }]);
  });

  it("notes the overdue delivery that follows the restore of a deleted subscription", async () => {
    const server = createTestProject([{ dashboard: 201, next_delivery_date: "2020-01-01T08:00:00Z" }]);
    const [item] = await plan(server, await changeSubscription(server, { deleted: true }));
    expect(item?.kind === "step" && item.step.note).toMatch(
      /^1 person receives the overdue delivery .* within the hour\.$/,
    );
  });

  it("stops when aborted", async () => {
    const server = createTestProject([BEFORE]);
    const entry = await changeSubscription(server, { title: "New" });
    await expect(
      planUndo(server.queryClient, server.api, [entry], { signal: AbortSignal.abort("left") }),
    ).rejects.toBe("left");
  });
});

describe("an undo", () => {
  it("marks the undone change, and can be undone itself", async () => {
    const server = createTestProject([BEFORE]);
    const entry = await changeSubscription(server, { title: "New" });
    expect(await undo(server, entry)).toMatchObject([{ status: "done" }]);
    expect(server.subscriptions.get("1")).toMatchObject({ title: "Old" });
    const [undoEntry, original] = await journal(server);
    expect(undoEntry).toMatchObject({ undoes: entry.id, outcome: "done" });
    expect(original).toMatchObject({ id: entry.id, undoneBy: undoEntry?.id });
    if (undoEntry === undefined) throw new Error("no undo");
    expect(await undo(server, undoEntry)).toMatchObject([{ status: "done" }]);
    expect(server.subscriptions.get("1")).toMatchObject({ title: "New" });
    expect((await journal(server)).map(({ undoneBy }) => undoneBy !== null)).toEqual([false, true, false]);
  });

  it("is protected in the journal until it is finished, also while it is paused", async () => {
    const server = createTestProject(Array.from({ length: 6 }, () => BEFORE));
    const entries: JournalEntry[] = [];
    for (let id = 1; id <= 6; id += 1) entries.push(await changeSubscription(server, { title: "New" }, id));
    server.use(
      override("subscriptions.update", () => undefined, { once: true }),
      refuse("subscriptions.update", 401, { once: true }),
    );
    const job = await startUndo(server, ...entries);
    const readBatches = async () => {
      await journal(server);
      const db = await openDB("environs-journal");
      const batches: unknown[] = await db.getAll("batches");
      db.close();
      return batches;
    };
    await vi.waitFor(() => expect(job.get().phase).toBe("paused"));
    expect(await readBatches()).toMatchObject([{ id: job.id, isRunning: true }]);
    job.resume();
    await outcomes(job);
    await vi.waitFor(async () =>
      expect(await readBatches()).toMatchObject([{ id: job.id, isRunning: false }]),
    );
  });

  it.each([
    [403, "failed"],
    [500, "unknown"],
  ] as const)("that fails with %s has the status %s", async (answer, status) => {
    const server = createTestProject([BEFORE]);
    const entry = await changeSubscription(server, { title: "New" });
    server.use(refuse("subscriptions.update", answer, { detail: "No." }));
    expect(await undo(server, entry)).toMatchObject([{ status, why: expect.stringMatching(/\w/) }]);
    expect((await journal(server)).find(({ id }) => id === entry.id)?.undoneBy).toBeNull();
  });
});
