import { createTestProject, type TestProject } from "@test/support/test-project";
import { IDBFactory } from "fake-indexeddb";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SubscriptionChange } from "@/api/subscriptions";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { type JournalEntry, memoryOnly } from "@/data/journal/journal-entry";
import { readJournal } from "@/data/journal/journal-store";
import {
  createSubscriptionJournaled,
  journalEntryForResponse,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { server } from "@/mocks/node";
import { change } from "@/mocks/scenarios";
import { planUndo } from "./plan-undo";

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
async function changeSubscription({ api }: TestProject, body: SubscriptionChange): Promise<JournalEntry> {
  const id = 1;
  const before = await api.queryClient.fetchQuery({ ...subscriptionQueries.detail(api, id), staleTime: 0 });
  const entry = journalEntryForResponse(await updateSubscriptionJournaled(api, { id, body, before }));
  return entry ?? expect.fail("no entry");
}

/** Creates a subscription as the app does and returns the journal entry. */
async function create({ api, db }: TestProject): Promise<JournalEntry> {
  // Newer servers require an interval.
  const body = db.profile === "newer" ? { ...CREATION, interval: 1 } : CREATION;
  const entry = journalEntryForResponse(await createSubscriptionJournaled(api, body));
  return entry ?? expect.fail("no entry");
}

const plan = (project: TestProject, ...entries: readonly JournalEntry[]) => planUndo(project.api, entries);

async function undo(project: TestProject, ...entries: readonly JournalEntry[]) {
  const changes = (await plan(project, ...entries)).map((item) => item.change);
  const job = startBulkJob(project.api, { label: "Undo", changes });
  await vi.waitFor(() => expect(job.get().phase).toBe("finished"));
  return job.get().items.map(({ status }) => status);
}

async function journal(project: TestProject): Promise<readonly JournalEntry[]> {
  return vi.waitFor(async () => {
    expect(memoryOnly.size).toBe(0);
    return readJournal(project.api);
  });
}

describe("an undo plan", () => {
  it("refuses if the field was changed since, with its value, and if the record was deleted", async () => {
    const project = createTestProject([BEFORE]);
    const entry = await changeSubscription(project, { title: "New" });
    project.putSubscription({ id: 1, title: "Theirs" });
    const why = "Title later changed from “New” to “Theirs”.";
    expect(await plan(project, entry)).toMatchObject([{ state: "neither", change: { why } }]);
    project.putSubscription({ id: 1, title: "Old" });
    expect(await plan(project, entry)).toMatchObject([{ state: "after", change: { kind: "impossible" } }]);
    project.subscriptions.remove("1");
    expect(await plan(project, entry)).toMatchObject([
      { change: { why: "The subscription no longer exists." } },
    ]);
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
    [{ resource: "export", kind: "created" }, /when they expire/],
  ] as const)("refuses %o", async (part, why) => {
    const project = createTestProject([BEFORE]);
    const entry = await changeSubscription(project, { title: "New" });
    expect(await plan(project, { ...entry, ...part })).toMatchObject([
      { change: { why: expect.stringMatching(why) } },
    ]);
  });

  const HOST = "contoso.webhook.office.com";
  const TEAMS = { ...BEFORE, target_type: "teams", target_value: `https://${HOST}/abc` };
  it.each([
    ["a webhook", [{ field: "target_value", before: HOST, after: HOST }], false],
    ["the host of a webhook", [{ field: "target_value", before: "other.office.com", after: HOST }], false],
    [
      "a webhook to an email",
      [
        { field: "target_type", before: "teams", after: "email" },
        { field: "target_value", before: HOST, after: "ana@x.co" },
      ],
      false,
    ],
    [
      "an email to a webhook",
      [
        { field: "target_type", before: "email", after: "teams" },
        { field: "target_value", before: "ana@x.co", after: HOST },
      ],
      true,
    ],
  ])(
    "restores no Teams webhook, which servers don't return: a change of %s",
    async (_name, changes, isUndoable) => {
      const project = createTestProject([TEAMS]);
      const entry = await changeSubscription(project, { title: "New" });
      const wanted = isUndoable
        ? { body: { target_type: "email", target_value: "ana@x.co" } }
        : { why: expect.stringMatching(/^The previous webhook is unknown/) };
      expect(await plan(project, { ...entry, changes })).toMatchObject([{ change: wanted }]);
    },
  );

  it("builds on newer undos of the same record", async () => {
    const project = createTestProject();
    const created = await create(project);
    const first = await changeSubscription(project, { title: "A" });
    const second = await changeSubscription(project, { title: "B" });
    expect(await plan(project, created, first)).toMatchObject([{ state: "neither" }, { state: "neither" }]);
    expect(await plan(project, created, first, second)).toMatchObject([
      { entry: { id: second.id }, change: { body: { title: "A" } } },
      { entry: { id: first.id }, change: { body: { title: null }, after: [second.id] } },
      { entry: { id: created.id }, change: { body: { deleted: true }, after: [first.id] } },
    ]);
    expect(await undo(project, created, first, second)).toEqual(["done", "done", "done"]);
  });

  it("moves a created subscription to the trash, with a note", async () => {
    const project = createTestProject();
    const entry = await create(project);
    expect(await plan(project, entry)).toMatchObject([
      { change: { body: { deleted: true } }, note: expect.stringContaining("Past deliveries") },
    ]);
    project.putSubscription({ id: 1, deleted: true, title: "Theirs" });
    expect(await plan(project, entry)).toMatchObject([
      { state: "after", change: { why: "Already in Trash." } },
    ]);
  });

  it.each([
    ["newer", { target_value: "b@x.co" }, "“b@x.co”"],
    ["newer", { enabled: false }, "“Paused”"],
    ["contract", { interval: 9 }, "“9”"],
    ["newer", { dashboard_export_insights: [1] }, "“1”"],
  ] as const)("of a creation on a %s server is refused after %o", async (profile, fields, value) => {
    const project = createTestProject([], { profile });
    const entry = await create(project);
    const [item] = await plan(project, entry);
    project.putSubscription({ id: 1, ...fields });
    const why = expect.stringContaining(`to ${value}`);
    expect(await plan(project, entry)).toMatchObject([{ state: "neither", change: { why } }]);
    // It isn't sent either if the value changes after the preview.
    const changes = item === undefined ? [] : [item.change];
    const job = startBulkJob(project.api, { label: "Undo", changes });
    await vi.waitFor(() => expect(job.get().counts.changed).toBe(1));
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
    expect(await plan(project, entry)).toMatchObject([{ note }]);
  });

  it("stops when aborted", async () => {
    const project = createTestProject([BEFORE]);
    const entry = await changeSubscription(project, { title: "New" });
    await expect(planUndo(project.api, [entry], { signal: AbortSignal.abort("left") })).rejects.toBe("left");
  });
});

it("an undo marks the undone change, and can be undone itself", async () => {
  const project = createTestProject([BEFORE]);
  const entry = await changeSubscription(project, { title: "New" });
  expect(await undo(project, entry)).toEqual(["done"]);
  expect(project.subscriptions.get("1")).toMatchObject({ title: "Old" });
  const [undoEntry = entry, original] = await journal(project);
  expect(undoEntry).toMatchObject({ undoes: entry.id, outcome: "done" });
  expect(original).toMatchObject({ id: entry.id, undoneBy: undoEntry.id });
  expect(await undo(project, undoEntry)).toEqual(["done"]);
  expect(project.subscriptions.get("1")).toMatchObject({ title: "New" });
  expect((await journal(project)).map(({ undoneBy }) => undoneBy !== null)).toEqual([false, true, false]);
});
