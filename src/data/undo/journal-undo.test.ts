import { createTestProject, type TestProject } from "@test/support/test-project";
import { IDBFactory } from "fake-indexeddb";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SubscriptionChange } from "@/api/subscriptions";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { type BulkJob } from "@/data/bulk/bulk-job-store";
import { createUndoChanges } from "@/data/bulk/bulk-undo";
import { type JournalEntry, memoryOnly } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import {
  createSubscriptionJournaled,
  journalEntryForResponse,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { server } from "@/mocks/node";
import { change, refuse } from "@/mocks/scenarios";
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
  project: TestProject,
  body: SubscriptionChange,
  id = 1,
): Promise<JournalEntry> {
  const { api } = project;
  const before = await api.queryClient.fetchQuery({ ...subscriptionQueries.detail(api, id), staleTime: 0 });
  const entry = journalEntryForResponse(await updateSubscriptionJournaled(api, { id, body, before }));
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

/** Creates a subscription as the app does and returns the journal entry. */
async function create({ api, db }: TestProject): Promise<JournalEntry> {
  // Newer servers require an interval.
  const body = db.profile === "newer" ? { ...CREATION, interval: 1 } : CREATION;
  const entry = journalEntryForResponse(await createSubscriptionJournaled(api, body));
  return entry ?? expect.fail("no entry");
}

const plan = (project: TestProject, ...entries: readonly JournalEntry[]) => planUndo(project.api, entries);

async function startUndo(project: TestProject, ...entries: readonly JournalEntry[]): Promise<BulkJob> {
  const changes = createUndoChanges(await plan(project, ...entries));
  return startBulkJob(project.api, { label: "Undo", changes });
}

async function outcomes(job: BulkJob) {
  await vi.waitFor(() => expect(job.get().phase).toBe("finished"));
  return job.changes.map((_, index) => ({
    status: job.get().items[index]?.status,
    why: job.get().items[index]?.reason,
  }));
}

async function undo(project: TestProject, ...entries: readonly JournalEntry[]) {
  return outcomes(await startUndo(project, ...entries));
}

async function journal(project: TestProject): Promise<readonly JournalEntry[]> {
  return vi.waitFor(async () => {
    expect(memoryOnly.size).toBe(0);
    return readJournal(project.api);
  });
}

describe("an undo plan", () => {
  it("refuses if the field was changed since, with its value", async () => {
    const project = createTestProject([BEFORE]);
    const entry = await changeSubscription(project, { title: "New" });
    project.putSubscription({ id: 1, title: "Theirs" });
    expect(await plan(project, entry)).toMatchObject([
      { kind: "refused", refusal: "changed", why: expect.stringContaining("to “Theirs”") },
    ]);
  });

  it("refuses a deleted record", async () => {
    const project = createTestProject([BEFORE]);
    const entry = await changeSubscription(project, { title: "New" });
    project.subscriptions.remove("1");
    expect(await plan(project, entry)).toMatchObject([{ kind: "refused", refusal: "gone" }]);
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
    const project = createTestProject([BEFORE]);
    const entry = await changeSubscription(project, { title: "New" });
    expect(await plan(project, { ...entry, ...part })).toMatchObject([
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
    const project = createTestProject([
      { ...BEFORE, target_type: "teams", target_value: `https://${HOST}/abc` },
    ]);
    const entry = await changeSubscription(project, { title: "New" });
    expect(await plan(project, { ...entry, changes })).toMatchObject([
      { kind: "refused", refusal: "entry", why: expect.stringMatching(/^The previous webhook is unknown/) },
    ]);
  });

  it("undoes a move from email to Teams", async () => {
    const project = createTestProject([
      { ...BEFORE, target_type: "teams", target_value: `https://${HOST}/abc` },
    ]);
    const entry = await changeSubscription(project, { title: "New" });
    const changes = [
      { field: "target_type", before: "email", after: "teams" },
      { field: "target_value", before: "ana@x.co", after: HOST },
    ];
    const body = { target_type: "email", target_value: "ana@x.co" };
    expect(await plan(project, { ...entry, changes })).toMatchObject([{ kind: "step", step: { body } }]);
  });

  it("builds on newer undos of the same record", async () => {
    const project = createTestProject([BEFORE]);
    const first = await changeSubscription(project, { title: "A" });
    const second = await changeSubscription(project, { title: "B" });
    expect(await plan(project, first)).toMatchObject([{ kind: "refused", refusal: "changed" }]);
    expect(await plan(project, first, second)).toMatchObject([
      { kind: "step", step: { entry: { id: second.id }, body: { title: "A" } } },
      { kind: "step", step: { entry: { id: first.id }, body: { title: "Old" } } },
    ]);
  });

  it("moves a created subscription to the trash, with a note", async () => {
    const project = createTestProject();
    const entry = await create(project);
    expect(await plan(project, entry)).toMatchObject([
      { kind: "step", step: { body: { deleted: true }, note: expect.stringContaining("Past deliveries") } },
    ]);
    project.putSubscription({ id: 1, deleted: true });
    expect(await plan(project, entry)).toMatchObject([{ kind: "refused", why: "Already in Trash." }]);
  });

  it.each([
    ["a field that was sent", { title: "Taken over" }, "Taken over"],
    ["a field that was left empty", { count: 4 }, "“4”"],
  ])("of a creation is refused where somebody has changed %s since", async (_name, fields, why) => {
    const project = createTestProject();
    const entry = await create(project);
    project.putSubscription({ id: 1, ...fields });
    const [item] = await plan(project, entry);
    expect(item).toMatchObject({ kind: "refused", refusal: "changed", why: expect.stringContaining(why) });
  });

  it.each([
    [{ enabled: false }, "newer"],
    [{ interval: 9 }, "contract"],
    [{ dashboard_export_insights: [1] }, "newer"],
    [{ prompt: "Summarize" }, "newer"],
    [{ integration_id: 4 }, "newer"],
  ] as const)("of a creation is refused after %o, which was not sent", async (fields, profile) => {
    const project = createTestProject([], { profile });
    const entry = await create(project);
    expect(await plan(project, entry)).toMatchObject([{ kind: "step" }]);
    project.putSubscription({ id: 1, ...fields });
    expect(await plan(project, entry)).toMatchObject([{ kind: "refused", refusal: "changed" }]);
  });

  it("of a creation is not sent if someone pauses the record after the preview", async () => {
    const project = createTestProject([], { profile: "newer" });
    const entry = await create(project);
    const changes = createUndoChanges(await plan(project, entry));
    project.putSubscription({ id: 1, enabled: false });
    const job = startBulkJob(project.api, { label: "Undo", changes });
    expect(await outcomes(job)).toMatchObject([{ status: "changed" }]);
  });

  it("of a creation and later own changes undoes all of them", async () => {
    const project = createTestProject();
    const created = await create(project);
    const changed = await changeSubscription(project, { title: "Later" }, 1);
    expect(await undo(project, created, changed)).toMatchObject([{ status: "done" }, { status: "done" }]);
  });

  it.each([
    ["a source", { dashboard: 202 }, "1 person receives a delivery immediately because the source changes."],
    ["a deletion", { deleted: true }, "1 person may receive a delivery immediately."],
  ])("notes that undoing %s delivers, on a server that can pause", async (_name, body, note) => {
    const project = createTestProject([{}]);
    const addPause = async (response: Response) =>
      HttpResponse.json({ ...(await response.json()), enabled: true });
    server.use(
      ...["subscriptions.get", "subscriptions.update"].map((id) => change(id, project.handlers, addPause)),
    );
    const entry = await changeSubscription(project, body);
    expect(await plan(project, entry)).toMatchObject([{ kind: "step", step: { note } }]);
  });

  it("notes the overdue delivery that follows the restore of a deleted subscription", async () => {
    const project = createTestProject([{ dashboard: 201, next_delivery_date: "2020-01-01T08:00:00Z" }]);
    const [item] = await plan(project, await changeSubscription(project, { deleted: true }));
    expect(item?.kind === "step" && item.step.note).toMatch(
      /^1 person receives the overdue delivery .* within the hour\.$/,
    );
  });

  it("stops when aborted", async () => {
    const project = createTestProject([BEFORE]);
    const entry = await changeSubscription(project, { title: "New" });
    await expect(planUndo(project.api, [entry], { signal: AbortSignal.abort("left") })).rejects.toBe("left");
  });
});

describe("an undo", () => {
  it("marks the undone change, and can be undone itself", async () => {
    const project = createTestProject([BEFORE]);
    const entry = await changeSubscription(project, { title: "New" });
    expect(await undo(project, entry)).toMatchObject([{ status: "done" }]);
    expect(project.subscriptions.get("1")).toMatchObject({ title: "Old" });
    const [undoEntry, original] = await journal(project);
    expect(undoEntry).toMatchObject({ undoes: entry.id, outcome: "done" });
    expect(original).toMatchObject({ id: entry.id, undoneBy: undoEntry?.id });
    if (undoEntry === undefined) throw new Error("no undo");
    expect(await undo(project, undoEntry)).toMatchObject([{ status: "done" }]);
    expect(project.subscriptions.get("1")).toMatchObject({ title: "New" });
    expect((await journal(project)).map(({ undoneBy }) => undoneBy !== null)).toEqual([false, true, false]);
  });

  it.each([
    [403, "failed"],
    [500, "unknown"],
  ] as const)("that fails with %s has the status %s", async (answer, status) => {
    const project = createTestProject([BEFORE]);
    const entry = await changeSubscription(project, { title: "New" });
    server.use(refuse("subscriptions.update", answer, { detail: "No." }));
    expect(await undo(project, entry)).toMatchObject([{ status, why: expect.stringMatching(/\w/) }]);
    expect((await journal(project)).find(({ id }) => id === entry.id)?.undoneBy).toBeNull();
  });
});
