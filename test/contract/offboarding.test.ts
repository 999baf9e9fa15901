import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BulkJob } from "@/data/bulk/bulk-job-types";
import type { OffboardingChoices } from "@/data/offboarding/offboarding-plan";
import type { OffboardingRecord } from "@/data/offboarding/offboarding-record";
import { createEmulator, type Emulator } from "@/emulator/hosts/emulator";

const NOW = new Date("2026-11-21T10:00:00Z");
/** Longer than the time after which, without locks, the journal sets an outcome to unknown. */
const LONG_DELAY_MS = 10 * 60_000;
const KEY = "phx_demo_all";
/** The demo's empty project. */
const PROJECT = "3";
const SUCCESSOR = "successor@example.com";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
  vi.stubGlobal("indexedDB", new IDBFactory());
  // Removes locks even if this Node version has them, because a "closed" page would hold its lock forever.
  vi.stubGlobal("navigator", {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Outcome of a request that changes data. `ok` returns the emulator's response, and every other
 * outcome replaces it.
 */
type PlannedOutcome =
  | "ok"
  | "lost before"
  | "lost after"
  | "500"
  | "429"
  | "401"
  | "closed before"
  | "closed after";
const PLANNED_OUTCOMES: readonly PlannedOutcome[] = [
  "lost before",
  "lost after",
  "500",
  "429",
  "closed before",
  "closed after",
];

const neverResolve = () => new Promise<never>(() => {});

function refusal(status: number, detail: string): Response {
  return Response.json({ type: "server_error", code: "error", detail, attr: null }, { status });
}

/**
 * Opens a browser page with its own code, cache, and connection. All pages share browser storage.
 */
async function openPage(
  emulator: Emulator,
  outcomeFor: (write: string) => PlannedOutcome = () => "ok",
  projectId: string = PROJECT,
) {
  vi.resetModules();
  const [
    { QueryClient },
    { createClient },
    offboardings,
    findings,
    plan,
    run,
    stored,
    lists,
    members,
    people,
    lookupRequests,
  ] = await Promise.all([
    import("@tanstack/react-query"),
    import("@/http/client"),
    import("@/data/offboarding/offboarding-record"),
    import("@/data/offboarding/match-member"),
    import("@/data/offboarding/offboardings"),
    import("@/data/offboarding/offboarding-job"),
    import("@/data/offboarding/offboarding-store"),
    import("@/data/subscriptions/subscription-collections"),
    import("@/data/members/members"),
    import("@/contract/people"),
    import("@/data/bulk/bulk-job-store"),
  ]);
  const changeRequests: string[] = [];
  let isClosed = false;
  const client = createClient({
    connection: {
      id: "live",
      label: "Live",
      baseUrl: "http://live.example",
      prefix: "environments",
      key: KEY,
    },
    sleep: () => Promise.resolve(),
    random: () => 0,
    fetch: async (request) => {
      if (isClosed) return neverResolve();
      if (request.method === "GET") return emulator.fetch(request);
      const write = `${request.method} ${new URL(request.url).pathname}`;
      changeRequests.push(write);
      const plannedOutcome = outcomeFor(write);
      if (plannedOutcome === "ok") return emulator.fetch(request);
      if (plannedOutcome === "500") return refusal(500, "A server error occurred.");
      if (plannedOutcome === "401")
        return refusal(401, "Personal API key found in request Authorization header is invalid.");
      if (plannedOutcome === "429")
        return refusal(429, "Request was throttled. Expected available in 2 seconds.");
      if (plannedOutcome === "lost before") throw new TypeError("Failed to fetch");
      if (plannedOutcome === "closed before") isClosed = true;
      const answer = emulator.fetch(request);
      if (plannedOutcome === "closed after") isClosed = true;
      if (!isClosed) await answer;
      if (plannedOutcome === "lost after") throw new TypeError("Failed to fetch");
      if (plannedOutcome === "closed after") await answer;
      return neverResolve();
    },
  });
  const api = { client, projectId };
  const queryClient = new QueryClient();

  async function whole<State extends { readonly phase: string }>(list: {
    readonly get: () => State;
    readonly loadAll: () => void;
    readonly start: () => void;
  }): Promise<State> {
    list.start();
    for (let turn = 0; turn < 2_000 && list.get().phase !== "complete"; turn += 1) {
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(list.get().phase).toBe("complete");
    return list.get();
  }

  async function readState() {
    const active = await whole(lists.subscriptionCollection(queryClient, api, "active"));
    const bin = await whole(lists.subscriptionCollection(queryClient, api, "trash"));
    const everybody = await whole(members.memberCollection(queryClient, api));
    return { members: everybody.records, subscriptions: [...active.records, ...bin.records] };
  }

  async function atRest(started: BulkJob): Promise<void> {
    const isOpen = () => !isClosed;
    const isOver = () => ["finished", "stopped", "paused"].includes(started.get().phase);
    for (let turn = 0; turn < 3_000 && !isOver() && isOpen(); turn += 1)
      await vi.advanceTimersByTimeAsync(10);
    await vi.advanceTimersByTimeAsync(200);
    // Waits for browser storage, which is asynchronous.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (!isClosed) expect(started.get().phase).not.toBe("running");
  }

  async function runOffboarding(
    offboarding: OffboardingRecord,
    { isCurrentUser = false, beforeStart = async () => {} }: RunOptions = {},
  ): Promise<BulkJob> {
    const sources = await readState();
    await beforeStart();
    const found = findings.matchMember(offboarding.departingMember, sources);
    const steps = offboardings.planOffboardingRecord(offboarding, found);
    const coverage = {
      subscriptions: sources.subscriptions.length,
      trash: 0,
      unreadable: 0,
      membersProblem: null,
    };
    const started = await run.startOffboarding(queryClient, api, offboarding, {
      steps,
      findings: found,
      coverage,
      isOwn: isCurrentUser,
    });
    if (started === null) throw new Error("it runs elsewhere");
    await atRest(started);
    return started;
  }

  return {
    api,
    queries: queryClient,
    writes: changeRequests,
    look: readState,
    runCase: runOffboarding,
    atRest,
    async keptCase(): Promise<OffboardingRecord> {
      const [offboarding, ...more] = await stored.readOffboardings(api);
      expect(more).toEqual([]);
      if (offboarding === undefined) throw new Error("no case is kept");
      return plan.reconcileOffboarding(queryClient, api, offboarding);
    },
    newCase: (
      departingMember: OffboardingRecord["departingMember"],
      choices: Partial<OffboardingChoices>,
    ) => {
      const fresh = offboardings.createOffboardingRecord(api, departingMember);
      return { ...fresh, choices: { ...fresh.choices, ...choices } };
    },
    stateOf: offboardings.getOffboardingState,
    async undo(offboarding: OffboardingRecord): Promise<void> {
      const back = await plan.planOffboardingUndo(queryClient, api, offboarding);
      const { startBulkJob: startBulkRun } = await import("@/data/bulk/bulk-job");
      const undo = startBulkRun(queryClient, api, { label: "Undo", changes: back });
      await atRest(undo);
      const { done, ...others } = undo.get().counts;
      expect([done, others.failed, others.impossible, others.changed]).toEqual([5, 0, 0, 0]);
    },
    stop: () => lookupRequests.stopBulkJobs(queryClient),
    /** Undoes as many changes of an offboarding as possible. Returns why the others can't be undone. */
    async beginUndo(offboarding: OffboardingRecord): Promise<readonly string[]> {
      const back = await plan.planOffboardingUndo(queryClient, api, offboarding);
      const { startBulkJob: startBulkRun } = await import("@/data/bulk/bulk-job");
      await atRest(startBulkRun(queryClient, api, { label: "Undo", changes: back }));
      return back.flatMap((write) => ("why" in write ? [write.why] : []));
    },
    async clearJournal(): Promise<void> {
      await (await import("@/data/journal/journal-store")).clearJournal(api);
    },
    people,
  };
}

interface RunOptions {
  readonly isCurrentUser?: boolean | null;
  /** Makes other users' changes between the plan and the first request. */
  readonly beforeStart?: () => Promise<void>;
}

const BASE = {
  dashboard: 201,
  target_type: "email",
  frequency: "weekly",
  start_date: "2026-11-02T08:00:00Z",
};

interface OffboardingScene {
  readonly emulator: Emulator;
  readonly departingMember: OffboardingRecord["departingMember"];
}

async function post(
  emulator: Emulator,
  path: string,
  body: object,
  method: "POST" | "PATCH" = "POST",
): Promise<{ readonly id: number }> {
  const answer = await emulator.fetch(
    new Request(`http://live.example/api/environments/${PROJECT}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  expect(answer.ok).toBe(true);
  const made: unknown = await answer.json();
  const id = typeof made === "object" && made !== null ? Reflect.get(made, "id") : null;
  return { id: Number(id) };
}

/**
 * Creates a member and their subscriptions. Some have no other recipient, some have several, one
 * lists the member twice, and one is in Trash.
 */
async function createScene(): Promise<OffboardingScene> {
  const emulator = createEmulator({ seed: 7, now: () => new Date() });
  const { members } = await (await openPage(emulator, undefined, "1")).look();
  const user = members.find(({ user: each }) => each?.first_name === "Mateo")?.user;
  if (user == null) throw new Error("nobody to offboard");
  const { email, uuid, first_name: name } = user;
  await post(emulator, "explicit_members/", { user_uuid: uuid, level: 8 });
  const loud = email.toUpperCase();
  await post(emulator, "subscriptions/", {
    ...BASE,
    title: "With others",
    target_value: `bo@x.co, ${loud} ,cy@x.co`,
  });
  await post(emulator, "subscriptions/", {
    ...BASE,
    title: "Twice",
    target_value: `${email},bo@x.co, ${loud}`,
  });
  await post(emulator, "subscriptions/", { ...BASE, title: "Alone", target_value: ` ${email} ` });
  await post(emulator, "subscriptions/", { ...BASE, title: "Alone as well", target_value: loud });
  const trashed = await post(emulator, "subscriptions/", { ...BASE, title: "Gone", target_value: email });
  await post(emulator, `subscriptions/${trashed.id}/`, { deleted: true }, "PATCH");
  return { emulator, departingMember: { uuid, email, name } };
}

/** Returns the part of the server's state that an offboarding may change. */
async function readServerState(emulator: Emulator) {
  const { look: readState } = await openPage(emulator);
  const { members, subscriptions } = await readState();
  return {
    members: members.map(({ user, level }) => [user?.uuid, level]).sort(),
    subscriptions: subscriptions
      .map(({ id, target_value, deleted }) => ({ id, target_value, deleted }))
      .sort((a, b) => a.id - b.id),
  };
}

const CHOICES: Readonly<Record<string, Partial<OffboardingChoices>>> = {
  "takes out, and deletes where they are the last": {},
  "takes out, and redirects where they are the last": { whenLast: "redirect", redirectTo: SUCCESSOR },
  "replaces everywhere": { treatment: "replace", by: SUCCESSOR },
};

/** Returns the number of deliveries to the successor, who must not get one twice. */
function countSentToSuccessor({ sentDeliveries: outbox }: Emulator): number {
  return outbox.filter(({ target }) => target === SUCCESSOR).length;
}

describe.each(Object.entries(CHOICES))("an offboarding that %s", (choice, choices) => {
  /** Runs the same offboarding without failures. Returns its requests and the final state. */
  async function uninterrupted() {
    const { emulator, departingMember } = await createScene();
    const before = await readServerState(emulator);
    const page = await openPage(emulator);
    await page.runCase(page.newCase(departingMember, choices));
    return {
      emulator,
      before,
      changeRequests: page.writes,
      after: await readServerState(emulator),
      leaver: departingMember,
    };
  }

  it("is done in one job, and undone as a whole", async () => {
    const { emulator, before, changeRequests, after, leaver: departingMember } = await uninterrupted();
    expect(changeRequests).toHaveLength(5);
    expect(after.members).toHaveLength(before.members.length - 1);
    const reached = after.subscriptions.filter(
      ({ target_value, deleted }) => !deleted && target_value.toLowerCase().includes(departingMember.email),
    );
    expect(reached).toEqual([]);
    const page = await openPage(emulator);
    const offboarding = await page.keptCase();
    expect(page.stateOf(offboarding)).toBe("done");
    // The last step is for a subscription in Trash whose only recipient is the departing member. The email
    // can't be removed. It could be replaced, but steps in Trash aren't selected by default.
    const inTrash = choices.treatment === "replace" ? "left" : "impossible";
    const expected = ["done", "done", "done", "done", "done", inTrash];
    expect(offboarding.steps.map(({ outcome }) => outcome)).toEqual(expected);
    expect(JSON.stringify(offboarding)).not.toContain(KEY);

    await page.undo(offboarding);
    expect(await readServerState(emulator)).toEqual(before);
    const undone = await (await openPage(emulator)).keptCase();
    expect(page.stateOf(undone)).toBe("undone");
  }, 60_000);

  // Each outcome ends the requests of one choice.
  const place = Object.keys(CHOICES).indexOf(choice);
  const plannedOutcomes = PLANNED_OUTCOMES.filter(
    (_, index) => index % Object.keys(CHOICES).length === place,
  );
  it.each(plannedOutcomes)(
    "ends in the same state whichever request is %s, and can be resumed",
    async (plannedOutcome) => {
      const whole = await uninterrupted();
      for (const interrupted of whole.changeRequests) {
        vi.stubGlobal("indexedDB", new IDBFactory());
        const { emulator, departingMember } = await createScene();
        const context = `${interrupted} ${plannedOutcome}`;
        const before = await readServerState(emulator);
        let isInterrupted = false;
        const first = await openPage(emulator, (write) => {
          if (isInterrupted || write !== interrupted) return "ok";
          isInterrupted = true;
          return plannedOutcome;
        });
        await first.runCase(first.newCase(departingMember, choices));
        expect([context, isInterrupted]).toEqual([context, true]);
        first.stop();
        await vi.advanceTimersByTimeAsync(LONG_DELAY_MS);

        const second = await openPage(emulator);
        const offboarding = await second.keptCase();
        const left = await second.runCase(offboarding);
        expect({ context, ...left.get().counts }).toMatchObject({
          context,
          failed: 0,
          unknown: 0,
          changed: 0,
          waiting: 0,
        });
        expect([context, await readServerState(emulator)]).toEqual([context, whole.after]);
        expect([context, countSentToSuccessor(emulator)]).toEqual([
          context,
          countSentToSuccessor(whole.emulator),
        ]);
        const after = await (await openPage(emulator)).keptCase();
        expect([context, second.stateOf(after)]).toEqual([context, "done"]);
        const open = after.steps.filter(
          ({ outcome }) => !["done", "gone", "left", "impossible"].includes(outcome),
        );
        expect([context, open]).toEqual([context, []]);
        expect([context, after.steps.length, after.batches.length]).toEqual([context, 6, 2]);
        // The undo covers both the interrupted job and the resumed one.
        const last = await openPage(emulator);
        await last.undo(after);
        expect([context, await readServerState(emulator)]).toEqual([context, before]);
      }
    },
    120_000,
  );
});

describe("an undo of everything", () => {
  async function done() {
    vi.stubGlobal("indexedDB", new IDBFactory());
    const { emulator, departingMember } = await createScene();
    const before = await readServerState(emulator);
    const page = await openPage(emulator);
    await page.runCase(page.newCase(departingMember, {}));
    return { emulator, before, page };
  }

  it.each(["lost after", "closed before", "closed after", "500"] as const)(
    "that was broken off, whichever request is %s, is finished by another one",
    async (plannedOutcome) => {
      for (let interrupted = 1; interrupted <= 5; interrupted += 1) {
        const { emulator, before } = await done();
        let sent = 0;
        const first = await openPage(emulator, () => {
          sent += 1;
          return sent === interrupted ? plannedOutcome : "ok";
        });
        await first.beginUndo(await first.keptCase());
        expect(sent).toBeGreaterThanOrEqual(interrupted);
        first.stop();
        await vi.advanceTimersByTimeAsync(LONG_DELAY_MS);
        const second = await openPage(emulator);
        const refused = await second.beginUndo(await second.keptCase());
        expect([interrupted, refused]).toEqual([interrupted, []]);
        expect([interrupted, await readServerState(emulator)]).toEqual([interrupted, before]);
        const offboarding = await (await openPage(emulator)).keptCase();
        expect([interrupted, second.stateOf(offboarding)]).toEqual([interrupted, "undone"]);
      }
    },
    120_000,
  );

  it("reports what can't be undone after the journal was cleared", async () => {
    const { page } = await done();
    const offboarding = await page.keptCase();
    await page.clearJournal();
    const refused = await page.beginUndo(offboarding);
    expect(refused).toHaveLength(5);
    expect(new Set(refused)).toEqual(
      new Set(["This change is no longer in Activity, so it can't be undone."]),
    );
  });
});

it("can be resumed in the same tab only after leaving its server", async () => {
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
  const { emulator, departingMember } = await createScene();
  const page = await openPage(emulator, (write) => (write.startsWith("PATCH") ? "401" : "ok"));
  const run = await page.runCase(page.newCase(departingMember, {}));
  expect(run.get().phase).toBe("paused");
  const next = await openPage(emulator);
  const offboarding = await next.keptCase();
  await expect(next.runCase(offboarding)).rejects.toThrow("it runs elsewhere");
  page.stop();
  await vi.advanceTimersByTimeAsync(LONG_DELAY_MS);
  await next.runCase(offboarding);
  expect(next.stateOf(await next.keptCase())).toBe("done");
});

describe("a stale plan", () => {
  it("doesn't delete a subscription that has a new recipient, and reports it", async () => {
    const { emulator, departingMember } = await createScene();
    const page = await openPage(emulator);
    const before = await readServerState(emulator);
    const alone = before.subscriptions.find(
      ({ target_value, deleted }) => target_value === departingMember.email && !deleted,
    );
    const beforeStart = async () => {
      await post(
        emulator,
        `subscriptions/${alone?.id}/`,
        { target_value: `${departingMember.email},bo@x.co` },
        "PATCH",
      );
    };
    await page.runCase(page.newCase(departingMember, {}), { beforeStart });
    const offboarding = await page.keptCase();
    const step = offboarding.steps.find(({ recordId }) => recordId === alone?.id);
    expect(step).toMatchObject({
      outcome: "changed",
      reason: expect.stringMatching(/^Someone else changed “Recipients” to .*bo@x\.co\./),
    });
    expect(page.stateOf(offboarding)).toBe("open");
    // After resuming, the member's email is removed from the subscription. The subscription isn't
    // deleted, because it now has another recipient.
    await (await openPage(emulator)).runCase(offboarding);
    const { subscriptions } = await readServerState(emulator);
    expect(subscriptions.find(({ id }) => id === alone?.id)).toMatchObject({
      target_value: "bo@x.co",
      deleted: false,
    });
  });

  it("removes the user's own access last, and not after a failure", async () => {
    const { emulator, departingMember } = await createScene();
    const page = await openPage(emulator, (write) => (write.startsWith("PATCH") ? "500" : "ok"));
    await page.runCase(page.newCase(departingMember, {}), { isCurrentUser: true });
    expect(page.writes.filter((write) => write.startsWith("DELETE"))).toEqual([]);
    const again = await openPage(emulator);
    await again.runCase(await again.keptCase(), { isCurrentUser: true });
    expect(again.writes.at(-1)).toMatch(/^DELETE/);
    expect(again.writes).toHaveLength(5);
  });

  it("removes access last when the key's owner is unknown, also after a failure", async () => {
    const { emulator, departingMember } = await createScene();
    let sent = 0;
    const page = await openPage(emulator, () => {
      sent += 1;
      return sent === 1 ? "500" : "ok";
    });
    await page.runCase(page.newCase(departingMember, {}), { isCurrentUser: null });
    expect(page.writes).toHaveLength(5);
    expect(page.writes.at(-1)).toMatch(/^DELETE/);
  });
});
