import { buildApi, buildJournalEntry, buildSubscription } from "@test/support/builders";
import { createTestProject, type TestProject } from "@test/support/test-project";
import { IDBFactory } from "fake-indexeddb";
import { deleteDB, type IDBPDatabase, openDB } from "idb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SubscriptionChange } from "@/api/subscriptions";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import {
  createSubscriptionJournaled,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { server } from "@/mocks/node";
import { hang, loseAnswer, refuse } from "@/mocks/scenarios";
import { storeEntry } from "./journal";
import { type JournalEntry, memoryOnly } from "./journal-entry";
import { journalQueries } from "./journal-queries";
import { clearJournal, isJournalStored, readJournal } from "./journal-store";

const KEY = buildApi().client.connection.key;
const OLD = buildSubscription({ id: 1, title: "Old" });
const NEW = {
  title: "Sales",
  dashboard: 201,
  target_type: "email",
  target_value: "ana@x.co",
  frequency: "daily",
  start_date: "2026-11-02T08:00:00Z",
};

const NOW = Date.parse("2026-11-21T10:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("indexedDB", new IDBFactory());
});

const saveChange = ({ api }: TestProject, body: SubscriptionChange, before = OLD) =>
  updateSubscriptionJournaled(api, { id: 1, body, before });

/** Uses the database directly, as another tab or version would. */
async function inStore<Result>(access: (db: IDBPDatabase) => Promise<Result>): Promise<Result> {
  const db = await openDB("environs-journal");
  const result = await access(db);
  db.close();
  return result;
}

function settled({ api }: TestProject): Promise<readonly JournalEntry[]> {
  return vi.waitFor(async () => {
    const entries = await readJournal(api);
    expect(entries.map(({ outcome }) => outcome)).not.toContain("running");
    expect(memoryOnly.size).toBe(0);
    return entries;
  });
}

/** Creates an entry of another tab. Its outcome is unknown by default. */
function addUnfinished(project: TestProject, part: Partial<JournalEntry>): JournalEntry {
  const { id, label } = project.api.client.connection;
  return buildJournalEntry({
    id: "0",
    connection: id,
    server: label,
    projectId: project.api.projectId,
    at: new Date().toISOString(),
    name: "Sales",
    changes: [{ field: "title", before: "Old", after: "New" }],
    outcome: "unknown",
    ...part,
  });
}

describe("a change", () => {
  it("records the value before and after", async () => {
    const project = createTestProject([{ title: "Old" }]);
    const before = { ...(await saveChange(project, { interval: 2 })) };
    await saveChange(project, { title: "New" }, before);
    const [entry] = await settled(project);
    expect(entry).toMatchObject({
      kind: "changed",
      recordId: 1,
      name: "Old",
      outcome: "done",
      changes: [{ field: "title", before: "Old", after: "New" }],
    });
  });

  it("is recorded before it is sent", async () => {
    const project = createTestProject([{ title: "Old" }]);
    server.use(hang("subscriptions.update"));
    // The request times out while later tests of this worker run.
    saveChange(project, { title: "New" }).catch(() => undefined);
    await vi.waitFor(() => expect(project.sent()).toHaveLength(1));
    expect(await inStore((db) => db.getAll("entries"))).toMatchObject([{ outcome: "running", recordId: 1 }]);
  });

  it.each([
    [400, "refused"],
    [500, "unknown"],
    ["lost", "unknown"],
  ] as const)("that failed with %s is %s, with a reason", async (fault, outcome) => {
    const project = createTestProject([{ title: "Old" }]);
    const { handlers } = project;
    server.use(
      fault === "lost" ? loseAnswer("subscriptions.update", handlers) : refuse("subscriptions.update", fault),
    );
    const sending = saveChange(project, { title: "New" });
    await expect(sending).rejects.toThrow();
    const [entry] = await settled(project);
    expect(entry?.outcome).toBe(outcome);
    expect(entry?.reason).toMatch(/\w/);
  });

  it("never records the API key", async () => {
    const project = createTestProject([{ title: `echo of ${KEY}` }]);
    const { api } = project;
    const before = buildSubscription({ id: 1, title: `echo of ${KEY}` });
    server.use(refuse("subscriptions.update", 403, { detail: `No, ${KEY} may not.`, once: true }));
    await saveChange(project, { interval: 2 }, before).catch(() => undefined);
    await saveChange(project, { title: `mine: ${KEY}` }, before);
    await createSubscriptionJournaled(api, { ...NEW, title: KEY });
    await settled(project);
    const text = JSON.stringify(await inStore((db) => db.getAll("entries")));
    expect(text).toContain("•••");
    expect(text).not.toContain(KEY);
  });
});

describe("a journal without storage", () => {
  it("lives as long as the tab, and reports it", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const project = createTestProject([{ title: "Old" }]);
    await saveChange(project, { title: "New" });
    await vi.waitFor(async () => expect(await readJournal(project.api)).toMatchObject([{ outcome: "done" }]));
    expect(isJournalStored()).toBe(false);
  });

  it("delays a change by at most a second if the database never responds", async () => {
    // `open` returns a request that fires no event.
    vi.stubGlobal("indexedDB", Object.assign(new IDBFactory(), { open: () => new EventTarget() }));
    vi.stubGlobal("IDBRequest", EventTarget);
    const project = createTestProject([{ title: "Old" }]);
    vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
    const first = saveChange(project, { interval: 2 });
    await vi.advanceTimersByTimeAsync(999);
    expect(project.sent()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    await first;
    expect(memoryOnly.size).toBe(1);
  });
});

describe("a running change of another page", () => {
  it("is unknown once the page's lock is released", async () => {
    const project = createTestProject();
    const held = [{ name: "environs-journal-tab-alive" }];
    const locks = {
      request: async (_name: string, _options: object, hold: () => unknown) => void hold(),
      query: async () => ({ held }),
    };
    vi.stubGlobal("navigator", { locks });
    await storeEntry(addUnfinished(project, { id: "1", tab: "alive", outcome: "running" }));
    await storeEntry(addUnfinished(project, { id: "2", tab: "closed", outcome: "running" }));
    expect((await readJournal(project.api)).map(({ id, outcome }) => [id, outcome])).toEqual([
      ["2", "unknown"],
      ["1", "running"],
    ]);
  });

  it("is unknown after two minutes without Web Locks", async () => {
    const project = createTestProject();
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
    vi.stubGlobal("navigator", {});
    await storeEntry(addUnfinished(project, { id: "1", outcome: "running", at: ago(110) }));
    await storeEntry(addUnfinished(project, { id: "2", outcome: "running", at: ago(130) }));
    const entries = await readJournal(project.api);
    expect(entries.map(({ outcome }) => outcome)).toEqual(["unknown", "running"]);
  });
});

describe("the store", () => {
  it("clears one project only", async () => {
    const project = createTestProject();
    await storeEntry(addUnfinished(project, { id: "1" }));
    await storeEntry(addUnfinished(project, { id: "2", projectId: "2" }));
    await clearJournal(project.api);
    expect(await readJournal(project.api)).toEqual([]);
    expect(await readJournal({ ...project.api, projectId: "2" })).toHaveLength(1);
  });

  it("reads the newest changes of one project", async () => {
    const project = createTestProject();
    for (const [id, projectId] of Object.entries({ a: "3", b: "3", c: "2", d: "3", e: "2" }))
      await storeEntry(addUnfinished(project, { id, projectId }));
    expect((await readJournal(project.api, 2)).map(({ id }) => id)).toEqual(["d", "b"]);
    const { placeholderData } = journalQueries.newest(project.api);
    const from = (projectId: string) => ({
      queryKey: journalQueries.newest({ ...project.api, projectId }, 5).queryKey,
    });
    expect(placeholderData).toBeTypeOf("function");
    const shown = { entries: [], isStored: true, hasMore: false };
    const placeholderFrom = (projectId: string): unknown =>
      Reflect.apply(Object(placeholderData), undefined, [shown, from(projectId)]);
    expect([placeholderFrom("3"), placeholderFrom("2")]).toEqual([shown, undefined]);
  });

  const storedIds = () => inStore((db) => db.getAllKeys("entries"));

  it("drops the oldest entries above the limit, but none of the last 90 days", async () => {
    vi.resetModules();
    const { MAX_ENTRIES, readJournal: read, writeEntry } = await import("./journal-store");
    const project = createTestProject();
    await read(project.api);
    const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
    for (const [id, days] of Object.entries({ a: 91, b: 91, c: 89, d: 89 }))
      await inStore((db) => db.put("entries", addUnfinished(project, { id, at: daysAgo(days) })));
    // Storing as many entries as the limit would take long.
    vi.spyOn(IDBObjectStore.prototype, "count").mockImplementation(function (this: IDBObjectStore) {
      const request: IDBRequest = this.getAllKeys();
      request.addEventListener("success", () =>
        Object.defineProperty(request, "result", { value: MAX_ENTRIES + 4 }),
      );
      return request;
    });
    await writeEntry(addUnfinished(project, { id: "e" }));
    expect(await storedIds()).toEqual(["c", "d", "e"]);
  });

  it("keeps the journal of the version without bulk actions", async () => {
    const project = createTestProject();
    const old = await openDB("environs-journal", 1, {
      upgrade(db) {
        const entries = db.createObjectStore("entries", { keyPath: "id" });
        entries.createIndex("place", ["connection", "projectId"]);
        entries.createIndex("record", ["connection", "projectId", "recordId"]);
        entries.createIndex("batch", ["connection", "projectId", "batch.id"]);
      },
    });
    await old.put("entries", addUnfinished(project, { id: "1" }));
    old.close();
    await storeEntry(addUnfinished(project, { id: "2" }));
    expect((await readJournal(project.api)).map(({ id }) => id)).toEqual(["2", "1"]);
  });

  it.each([
    ["change", (project: TestProject) => storeEntry(addUnfinished(project, { id: "2" })), ["1", "2"]],
    ["read", ({ api }: TestProject) => readJournal(api), ["1"]],
  ])(
    "is used after it failed to open once, from the next %s on, with earlier entries",
    async (_, use, ids) => {
      const project = createTestProject();
      (await openDB("environs-journal", 99)).close();
      await storeEntry(addUnfinished(project, { id: "1" }));
      expect([isJournalStored(), memoryOnly.size]).toEqual([false, 1]);
      await deleteDB("environs-journal");
      await use(project);
      expect([isJournalStored(), memoryOnly.size]).toEqual([true, 0]);
      expect(await storedIds()).toEqual(ids);
    },
  );

  it("is tried again without another change until it opens", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const project = createTestProject();
    (await openDB("environs-journal", 99)).close();
    await storeEntry(addUnfinished(project, { id: "1" }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isJournalStored()).toBe(false);
    await deleteDB("environs-journal");
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      expect([isJournalStored(), memoryOnly.size]).toEqual([true, 0]);
    });
    expect(await storedIds()).toEqual(["1"]);
  });

  it("is used once it opens, however late", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const open = indexedDB.open.bind(indexedDB);
    vi.spyOn(indexedDB, "open").mockImplementation((...args) => {
      const request = open(...args);
      const add = request.addEventListener.bind(request);
      request.addEventListener = (type: string, listener: EventListener) =>
        add(type, (event) => {
          if (type === "success") void released.then(() => listener(event));
          else listener(event);
        });
      return request;
    });
    const project = createTestProject();
    void storeEntry(addUnfinished(project, { id: "1" }));
    await vi.advanceTimersByTimeAsync(6_000);
    await vi.waitFor(() => expect(isJournalStored()).toBe(false));
    release();
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => expect([isJournalStored(), memoryOnly.size]).toEqual([true, 0]));
    vi.mocked(indexedDB.open).mockRestore();
    expect(await storedIds()).toEqual(["1"]);
  });

  it("skips entries of another version", async () => {
    const project = createTestProject();
    await storeEntry(addUnfinished(project, { id: "1" }));
    await inStore((db) => db.put("entries", { ...addUnfinished(project, { id: "2" }), outcome: "perhaps" }));
    expect((await readJournal(project.api)).map(({ id }) => id)).toEqual(["1"]);
  });
});

describe("a check", () => {
  const ago = (ms: number) => new Date(NOW - ms).toISOString();
  const check = (project: TestProject, part: Partial<JournalEntry> = {}) =>
    checkJournalEntry(project.api, addUnfinished(project, { at: ago(121_000), ...part }));

  it.each([
    ["New", "done"],
    ["Old", "refused"],
    ["Theirs", "unknown"],
  ])("finds %s on the server: %s", async (title, outcome) => {
    const project = createTestProject([{ title }]);
    const checked = await check(project);
    expect(checked.outcome).toBe(outcome);
    expect(checked.reason).toMatch(outcome === "unknown" ? /^Can't verify\. / : /^Checked: /);
    expect(await readJournal(project.api)).toMatchObject([{ outcome, reason: checked.reason }]);
  });

  it("keeps the outcome if the record is missing or unreadable", async () => {
    const project = createTestProject();
    expect((await check(project)).reason).toMatch(/no longer exists on the server/);
  });

  const created = {
    kind: "created",
    recordId: null,
    changes: Object.entries(NEW).map(([field, after]) => ({ field, before: OLD, after })),
  } as const;

  const OLDER = { title: "Other", created_at: "2026-01-01T00:00:00Z" };

  const MADE = { ...NEW, created_at: ago(120_000) };

  it.each<[string, readonly object[], Partial<JournalEntry>, object]>([
    [
      "among the newest",
      [...Array.from({ length: 120 }, () => OLDER), MADE],
      {},
      { outcome: "done", recordId: 121, name: "Sales" },
    ],
    ["in Trash", [OLDER, { ...MADE, deleted: true }], {}, { outcome: "done", recordId: 2 }],
    ["nowhere", [OLDER], {}, { outcome: "refused" }],
    ["too late", [{ title: "Later", created_at: ago(0) }], { at: ago(3_600_000) }, { outcome: "refused" }],
    [
      "too early, unless clocks differ",
      [{ ...NEW, created_at: OLDER.created_at }],
      {},
      { outcome: "unknown" },
    ],
  ])("looks for a created record: %s", async (_name, rows, part, expected) => {
    expect(await check(createTestProject(rows), { ...created, ...part })).toMatchObject(expected);
  });

  it.each([
    [2_000, "refused"],
    [2_001, "unknown"],
  ])("reads a Trash of %i to say “not created”: %s", async (count, outcome) => {
    const old = { ...OLDER, deleted: true };
    const project = createTestProject(Array.from({ length: count }, () => old));
    const checked = await check(project, created);
    expect(checked.outcome).toBe(outcome);
    if (outcome === "unknown") expect(checked.reason).toContain("Some records weren't read");
  });

  it.each<[string, object]>([
    ["sent to another recipient", { target_value: "ana@x.co,bo@x.co" }],
    ["renamed and moved to Trash", { title: "Renamed", deleted: true }],
  ])("does not say “not created” of a subscription that was %s since", async (_name, change) => {
    const project = createTestProject([OLDER]);
    project.putSubscription({ ...MADE, ...change });
    // Also if the change was made here.
    await storeEntry(addUnfinished(project, { id: "x", kind: "changed", recordId: 2, outcome: "done" }));
    const reason = expect.stringContaining("2");
    expect(await check(project, created)).toMatchObject({ outcome: "unknown", reason });
  });

  it.each([
    ["contoso.webhook.office.com", "done"],
    ["other.webhook.office.com", "unknown"],
  ])("compares a sent Teams webhook with the served host %s: %s", async (target, outcome) => {
    const project = createTestProject([OLDER]);
    const sent = { ...NEW, target_type: "teams", target_value: "https://contoso.webhook.office.com/abc" };
    const changes = Object.entries(sent).map(([field, after]) => ({ field, before: undefined, after }));
    project.putSubscription({ ...sent, target_value: `https://${target}/abc`, created_at: ago(120_000) });
    expect((await check(project, { ...created, changes })).outcome).toBe(outcome);
  });

  it("does not say that a change was not done while its request may still arrive", async () => {
    const project = createTestProject([{ ...OLDER, title: "Old" }]);
    const reason = expect.stringContaining("may still arrive");
    const at = ago(1_000);
    expect(await check(project, { at })).toMatchObject({ outcome: "unknown", reason });
    expect(await check(project, { ...created, at })).toMatchObject({ outcome: "unknown", reason });
    const options = { isResent: () => true };
    const entry = addUnfinished(project, { at });
    expect((await checkJournalEntry(project.api, entry, options)).outcome).toBe("refused");
  });

  it.each<[Partial<JournalEntry>, string]>([
    [{ kind: "tested", changes: [] }, "See “Past deliveries”"],
    [{ changes: [{ field: "invite_message", before: null, after: "Hello" }] }, "doesn't return"],
  ])("can't verify %j, which leaves no trace in the record", async (part, reason) => {
    const checked = await check(createTestProject([{ title: "New" }]), part);
    expect(checked).toMatchObject({ outcome: "unknown", reason: expect.stringContaining(reason) });
  });

  it("rejects records of other entries, and ambiguous ones", async () => {
    const project = createTestProject([OLDER]);
    project.putSubscription(MADE);
    await storeEntry(addUnfinished(project, { id: "x", kind: "created", recordId: 2, outcome: "done" }));
    expect((await check(project, created)).outcome).toBe("refused");
    project.putSubscription(MADE);
    project.putSubscription(MADE);
    const reason = expect.stringContaining("4 and 3");
    expect(await check(project, created)).toMatchObject({ outcome: "unknown", reason });
  });
});
