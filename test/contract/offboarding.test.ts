import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ExplicitMember } from "@/api/members";
import type { BulkJob } from "@/data/bulk/bulk-job-store";
import type { OffboardingChoices } from "@/data/offboarding/offboarding-plan";
import type { OffboardingRecord } from "@/data/offboarding/offboarding-record";
import { createMockServer, type MockServer } from "../support/mock-server";

const NOW = new Date("2026-11-21T10:00:00Z");
/** Longer than the time after which, without locks, the journal sets an outcome to unknown. */
const LONG_DELAY_MS = 10 * 60_000;
const KEY = "phx_demo_all";
/** The demo's empty project. */
const PROJECT = "3";
const PATH = `environments/${PROJECT}`;
const HOST = "http://live.example";
const SUCCESSOR = "successor@example.com";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
  vi.stubGlobal("indexedDB", new IDBFactory());
  // Removes locks even if this Node version has them, because a "closed" page would hold its lock forever.
  vi.stubGlobal("navigator", {});
  // Node takes long to open a channel, and the pages read the storage anyway.
  vi.stubGlobal("BroadcastChannel", undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What happens to a request that changes data. `ok` returns the mocks' response, every other outcome replaces it. */
type Outcome = "ok" | "401" | (typeof OUTCOMES)[number][0];
/** Each outcome with the index of the request that it ends. */
const OUTCOMES = [
  ["lost before", 2],
  ["lost after", 2],
  ["500", 2],
  ["429", 2],
  ["closed before", 0],
  ["closed after", 4],
] as const;

const ERRORS: Readonly<Partial<Record<Outcome, string>>> = {
  "500": "A server error occurred.",
  "401": "Personal API key found in request Authorization header is invalid.",
  "429": "Request was throttled. Expected available in 2 seconds.",
};

/** Opens a browser page with its own code, cache, and connection. All pages share browser storage. */
async function openPage(mocks: MockServer, outcomeFor: (change: string) => Outcome = () => "ok") {
  vi.resetModules();
  const [
    { createClient },
    record,
    match,
    plan,
    job,
    store,
    lists,
    members,
    { createBackend },
    bulk,
    journal,
  ] = await Promise.all([
    import("@/api/client"),
    import("@/data/offboarding/offboarding-record"),
    import("@/data/offboarding/match-member"),
    import("@/data/offboarding/offboardings"),
    import("@/data/offboarding/offboarding-job"),
    import("@/data/offboarding/offboarding-store"),
    import("@/data/subscriptions/subscriptions"),
    import("@/data/members/members"),
    import("@/data/backend/create-backend"),
    import("@/data/bulk/bulk-job"),
    import("@/data/journal/journal-store"),
  ]);
  const sent: string[] = [];
  let isClosed = false;
  const neverResolve = () => new Promise<never>(() => {});

  async function fetch(request: Request): Promise<Response> {
    if (isClosed) return neverResolve();
    if (request.method === "GET") return mocks.fetch(request);
    const change = `${request.method} ${new URL(request.url).pathname}`;
    sent.push(change);
    const outcome = outcomeFor(change);
    if (outcome === "ok") return mocks.fetch(request);
    const detail = ERRORS[outcome];
    if (detail !== undefined) {
      const body = { type: "server_error", code: "error", detail, attr: null };
      return Response.json(body, { status: Number(outcome) });
    }
    if (outcome === "lost before") throw new TypeError("Failed to fetch");
    isClosed = outcome === "closed before" || outcome === "closed after";
    if (outcome !== "closed before") await mocks.fetch(request);
    if (outcome === "lost after") throw new TypeError("Failed to fetch");
    return neverResolve();
  }

  const client = createClient({
    connection: { id: "live", label: "Live", baseUrl: HOST, prefix: "environments", key: KEY },
    sleep: () => Promise.resolve(),
    random: () => 0,
    fetch,
  });
  const api = { ...createBackend(client), projectId: PROJECT };

  async function load<State extends { readonly phase: string }>(list: {
    readonly get: () => State;
    readonly start: () => void;
  }): Promise<State> {
    list.start();
    for (let turn = 0; turn < 2_000 && list.get().phase !== "complete"; turn += 1)
      await vi.advanceTimersByTimeAsync(10);
    expect(list.get().phase).toBe("complete");
    return list.get();
  }

  async function waitForJob(started: BulkJob): Promise<BulkJob> {
    const isOver = () => isClosed || ["finished", "stopped", "paused"].includes(started.get().phase);
    for (let turn = 0; turn < 3_000 && !isOver(); turn += 1) await vi.advanceTimersByTimeAsync(10);
    await vi.advanceTimersByTimeAsync(200);
    // Waits for browser storage, which is asynchronous.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (!isClosed) expect(started.get().phase).not.toBe("running");
    return started;
  }

  return {
    sent,
    create(departingMember: OffboardingRecord["departingMember"], choices: Partial<OffboardingChoices> = {}) {
      const fresh = record.createOffboardingRecord(api, departingMember);
      return { ...fresh, choices: { ...fresh.choices, ...choices } };
    },
    /** Reads the only stored offboarding. */
    async read(): Promise<OffboardingRecord> {
      const [offboarding, ...more] = await store.readOffboardings(api);
      if (offboarding === undefined || more.length > 0) throw new Error("not one offboarding");
      return plan.reconcileOffboarding(api, offboarding);
    },
    async run(
      offboarding: OffboardingRecord,
      { isOwn = false, beforeStart = async () => {} }: RunOptions = {},
    ): Promise<BulkJob> {
      const active = await load(lists.subscriptionCollection(api, "active"));
      const trash = await load(lists.subscriptionCollection(api, "trash"));
      const { records } = await load(members.memberCollection(api));
      const subscriptions = [...active.records, ...trash.records];
      await beforeStart();
      const findings = match.matchMember(offboarding.departingMember, { members: records, subscriptions });
      const started = await job.startOffboarding(api, offboarding, {
        steps: record.planOffboardingRecord(offboarding, findings),
        findings,
        coverage: { subscriptions: subscriptions.length, trash: 0, unreadable: 0, membersProblem: null },
        isOwn,
      });
      if (started === null) throw new Error("it runs elsewhere");
      return waitForJob(started);
    },
    stateOf: record.getOffboardingState,
    /** Undoes as many changes of an offboarding as possible. Returns why the others can't be undone. */
    async undo(offboarding: OffboardingRecord) {
      const changes = await plan.planOffboardingUndo(api, offboarding);
      const { counts } = (await waitForJob(bulk.startBulkJob(api, { label: "Undo", changes }))).get();
      return { counts, refusals: changes.flatMap((change) => ("why" in change ? [change.why] : [])) };
    },
    /** Stops the page's jobs, and lets enough time pass for the journal to give up waiting for an outcome. */
    async close(): Promise<void> {
      api.dispose();
      await vi.advanceTimersByTimeAsync(LONG_DELAY_MS);
    },
    clearJournal: () => journal.clearJournal(api),
  };
}

interface RunOptions {
  readonly isOwn?: boolean | null;
  /** Makes other users' changes between the plan and the first request. */
  readonly beforeStart?: () => Promise<void>;
}

/**
 * Creates a member and their subscriptions. Some have no other recipient, some have several, one
 * lists the member twice, and one is in Trash.
 */
async function createScene() {
  const mocks = createMockServer();
  const all: readonly ExplicitMember[] = await mocks.call("environments/1/explicit_members/");
  const user = all.find(({ user: each }) => each?.first_name === "Mateo")?.user;
  if (user == null) throw new Error("nobody to offboard");
  const { email, uuid, first_name: name } = user;
  await mocks.call(`${PATH}/explicit_members/`, "POST", { user_uuid: uuid, level: 8 });
  const loud = email.toUpperCase();
  const create = (title: string, target_value: string): Promise<{ readonly id: number }> =>
    mocks.call(`${PATH}/subscriptions/`, "POST", {
      dashboard: 201,
      target_type: "email",
      frequency: "weekly",
      start_date: "2026-11-02T08:00:00Z",
      title,
      target_value,
    });
  await create("With others", `bo@x.co, ${loud} ,cy@x.co`);
  await create("Twice", `${email},bo@x.co, ${loud}`);
  const { id: aloneId } = await create("Alone", ` ${email} `);
  await create("Alone as well", loud);
  const trashed = await create("Gone", email);
  await mocks.call(`${PATH}/subscriptions/${trashed.id}/`, "PATCH", { deleted: true });
  return { mocks, departingMember: { uuid, email, name }, aloneId };
}

interface ServedSubscription {
  readonly id: number;
  readonly target_value: string;
  readonly deleted: boolean;
}

/** Returns the part of the server's state that an offboarding may change. */
async function readServerState(mocks: MockServer) {
  const list = async (query: string): Promise<readonly ServedSubscription[]> =>
    (await mocks.call(`${PATH}/subscriptions/?limit=500${query}`)).results;
  const members: readonly ExplicitMember[] = await mocks.call(`${PATH}/explicit_members/`);
  const subscriptions = [...(await list("")), ...(await list("&deleted=true"))];
  return {
    members: members.map(({ user, level }) => `${user?.uuid} ${level}`).sort(),
    subscriptions: subscriptions
      .map(({ id, target_value, deleted }) => ({ id, target_value, deleted }))
      .sort((a, b) => a.id - b.id),
    /** Number of deliveries to the successor, who must not get one twice. */
    sentToSuccessor: mocks.db.outbox.filter(({ target }) => target === SUCCESSOR).length,
  };
}

const withoutMail = ({ sentToSuccessor, ...state }: Awaited<ReturnType<typeof readServerState>>) => state;

const CHOICES: Readonly<Record<string, Partial<OffboardingChoices>>> = {
  "takes out, and deletes where they are the last": {},
  "takes out, and redirects where they are the last": { whenLast: "redirect", redirectTo: SUCCESSOR },
  "replaces everywhere": { treatment: "replace", by: SUCCESSOR },
};
const UNDONE = { counts: { done: 5, failed: 0, impossible: 0, changed: 0 }, refusals: [] };

describe.each(Object.entries(CHOICES))("an offboarding that %s", (choice, choices) => {
  /** The requests and the final state of the same offboarding without failures. */
  let whole: Pick<Awaited<ReturnType<typeof runWhole>>, "sent" | "after"> | undefined;

  async function runWhole() {
    const { mocks, departingMember } = await createScene();
    const before = await readServerState(mocks);
    const page = await openPage(mocks);
    await page.run(page.create(departingMember, choices));
    return { mocks, before, sent: page.sent, after: await readServerState(mocks), departingMember };
  }

  it("is done in one job, and undone as a whole", async () => {
    const { mocks, before, sent, after, departingMember } = await runWhole();
    expect(sent).toHaveLength(5);
    expect(after.members).toHaveLength(before.members.length - 1);
    const reached = after.subscriptions.filter(
      ({ target_value, deleted }) => !deleted && target_value.toLowerCase().includes(departingMember.email),
    );
    expect(reached).toEqual([]);
    const page = await openPage(mocks);
    const offboarding = await page.read();
    expect(page.stateOf(offboarding)).toBe("done");
    // The last step is for a subscription in Trash whose only recipient is the departing member. The email
    // can't be removed. It could be replaced, but steps in Trash aren't selected by default.
    const inTrash = choices.treatment === "replace" ? "left" : "impossible";
    const expected = ["done", "done", "done", "done", "done", inTrash];
    expect(offboarding.steps.map(({ outcome }) => outcome)).toEqual(expected);
    expect(JSON.stringify(offboarding)).not.toContain(KEY);

    expect(await page.undo(offboarding)).toMatchObject(UNDONE);
    expect(withoutMail(await readServerState(mocks))).toEqual(withoutMail(before));
    expect(page.stateOf(await (await openPage(mocks)).read())).toBe("undone");
  });

  // Each outcome ends a request of one choice.
  const place = Object.keys(CHOICES).indexOf(choice);
  it.each(OUTCOMES.filter((_, index) => index % Object.keys(CHOICES).length === place))(
    "ends in the same state if a request is %s (index %s), and can be resumed",
    async (outcome, index) => {
      whole ??= await runWhole();
      const interrupted = whole.sent[index];
      vi.stubGlobal("indexedDB", new IDBFactory());
      const { mocks, departingMember } = await createScene();
      const before = await readServerState(mocks);
      let isInterrupted = false;
      const first = await openPage(mocks, (change) => {
        if (isInterrupted || change !== interrupted) return "ok";
        isInterrupted = true;
        return outcome;
      });
      await first.run(first.create(departingMember, choices));
      expect(isInterrupted).toBe(true);
      await first.close();

      const second = await openPage(mocks);
      const { counts } = (await second.run(await second.read())).get();
      expect(counts).toMatchObject({ failed: 0, unknown: 0, changed: 0, waiting: 0 });
      expect(await readServerState(mocks)).toEqual(whole.after);
      const after = await second.read();
      expect(second.stateOf(after)).toBe("done");
      expect([after.steps.length, after.batches.length]).toEqual([6, 2]);
      const ends = ["done", "gone", "left", "impossible"];
      expect(after.steps.filter((step) => !ends.includes(step.outcome))).toEqual([]);
      // The undo covers both the interrupted job and the resumed one.
      expect(await second.undo(after)).toMatchObject(UNDONE);
      expect(withoutMail(await readServerState(mocks))).toEqual(withoutMail(before));
    },
  );
});

describe("an undo of everything", () => {
  async function offboard() {
    const { mocks, departingMember } = await createScene();
    const before = await readServerState(mocks);
    const page = await openPage(mocks);
    await page.run(page.create(departingMember));
    return { mocks, before, page };
  }

  it.each([
    ["closed before", 1],
    ["lost after", 3],
    ["closed after", 5],
  ] as const)(
    "that was broken off because a request was %s (number %s) is finished by another one",
    async (outcome, interrupted) => {
      const { mocks, before } = await offboard();
      const first = await openPage(mocks, () => (first.sent.length === interrupted ? outcome : "ok"));
      await first.undo(await first.read());
      expect(first.sent.length).toBeGreaterThanOrEqual(interrupted);
      await first.close();
      const second = await openPage(mocks);
      expect(await second.undo(await second.read())).toMatchObject({ refusals: [] });
      expect(withoutMail(await readServerState(mocks))).toEqual(withoutMail(before));
      expect(second.stateOf(await second.read())).toBe("undone");
    },
  );

  it("reports what can't be undone after the journal was cleared", async () => {
    const { page } = await offboard();
    const offboarding = await page.read();
    await page.clearJournal();
    const why = "This change is no longer in Activity, so it can't be undone.";
    expect((await page.undo(offboarding)).refusals).toEqual([why, why, why, why, why]);
  });
});

type Person = OffboardingRecord["departingMember"];

/** Shares locks between the pages. */
function stubLocks(): void {
  const held = new Set<string>();
  const locks = {
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
    async request(name: string, ...rest: readonly unknown[]) {
      const then = rest.at(-1);
      if (typeof then !== "function") throw new Error("no callback");
      if (held.has(name)) return then(null);
      held.add(name);
      await then({});
      held.delete(name);
    },
  };
  vi.stubGlobal("navigator", { locks });
}

it("can be resumed in the same tab only after leaving its server", async () => {
  stubLocks();
  const { mocks, departingMember } = await createScene();
  const page = await openPage(mocks, (change) => (change.startsWith("PATCH") ? "401" : "ok"));
  const job = await page.run(page.create(departingMember));
  expect(job.get().phase).toBe("paused");
  const next = await openPage(mocks);
  const offboarding = await next.read();
  await expect(next.run(offboarding)).rejects.toThrow("it runs elsewhere");
  await page.close();
  await next.run(offboarding);
  expect(next.stateOf(await next.read())).toBe("done");
});

it.each([
  ["the same details", (person: Person) => person],
  [
    "an email in capitals",
    (person: Person) => ({ ...person, uuid: null, email: person.email.toUpperCase() }),
  ],
])("runs once if two tabs offboard a person at the same time, with %s", async (_name, describePerson) => {
  stubLocks();
  const { mocks, departingMember } = await createScene();
  const pages = [await openPage(mocks), await openPage(mocks)];
  const people = [departingMember, describePerson(departingMember)];
  const started: OffboardingRecord[] = [];
  // Both tabs have made their plan before either of them starts.
  const waitForOther = async (offboarding: OffboardingRecord) => {
    started.push(offboarding);
    for (let turn = 0; turn < 5_000 && started.length < 2; turn += 1) await vi.advanceTimersByTimeAsync(10);
  };
  const runs = await Promise.allSettled(
    pages.map((page, index) => {
      const offboarding = page.create(people[index] ?? departingMember);
      return page.run(offboarding, { beforeStart: () => waitForOther(offboarding) });
    }),
  );
  expect(runs.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const sent = pages.flatMap((page) => page.sent);
  expect(sent.length).toBeGreaterThan(2);
  expect(new Set(sent).size).toBe(sent.length);
});

describe("a stale plan", () => {
  it("doesn't delete a subscription that has a new recipient, and reports it", async () => {
    const { mocks, departingMember, aloneId } = await createScene();
    const page = await openPage(mocks);
    const target_value = `${departingMember.email},bo@x.co`;
    const beforeStart = () => mocks.call(`${PATH}/subscriptions/${aloneId}/`, "PATCH", { target_value });
    await page.run(page.create(departingMember), { beforeStart });
    const offboarding = await page.read();
    expect(offboarding.steps.find(({ recordId }) => recordId === aloneId)).toMatchObject({
      outcome: "changed",
      reason: expect.stringMatching(/^Someone else changed “Recipients” to .*bo@x\.co\./),
    });
    expect(page.stateOf(offboarding)).toBe("open");
    // After resuming, the member's email is removed from the subscription. The subscription isn't
    // deleted, because it now has another recipient.
    await (await openPage(mocks)).run(offboarding);
    const { subscriptions } = await readServerState(mocks);
    const kept = { id: aloneId, target_value: "bo@x.co", deleted: false };
    expect(subscriptions).toContainEqual(kept);
  });

  it("removes the user's own access last, and not after a failure", async () => {
    const { mocks, departingMember } = await createScene();
    const page = await openPage(mocks, (change) => (change.startsWith("PATCH") ? "500" : "ok"));
    await page.run(page.create(departingMember), { isOwn: true });
    expect(page.sent.filter((change) => change.startsWith("DELETE"))).toEqual([]);
    const again = await openPage(mocks);
    await again.run(await again.read(), { isOwn: true });
    expect(again.sent.at(-1)).toMatch(/^DELETE/);
    expect(again.sent).toHaveLength(5);
  });

  it("removes access last when the key's owner is unknown, also after a failure", async () => {
    const { mocks, departingMember } = await createScene();
    const page = await openPage(mocks, () => (page.sent.length === 1 ? "500" : "ok"));
    await page.run(page.create(departingMember), { isOwn: null });
    expect(page.sent).toHaveLength(5);
    expect(page.sent.at(-1)).toMatch(/^DELETE/);
  });
});
