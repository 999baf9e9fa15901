import { buildApi, buildSubscription, createMemoryStorage } from "@test/support/builders";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Subscription, SubscriptionChange, SubscriptionCreation } from "@/api/subscriptions";
import { storedQuietSaves } from "@/data/browser-storage/local-storage";
import { currentSendingRules, noteServedRecords } from "@/data/capabilities/capabilities";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import { createSubscriptionJournaled, updateSubscriptionJournaled } from "./subscription-changes";

const NOW = new Date("2026-11-21T10:00:00Z");
const NEWER = { enabled: true, resource_type: "dashboard", dashboard: 12, next_delivery_date: null };
const CREATION = {
  dashboard: 12,
  target_type: "email",
  target_value: "ana@x.co",
  frequency: "daily",
  start_date: "2026-12-01T08:00:00Z",
};

interface Run {
  readonly trigger_type?: string;
  readonly created_at?: string;
}

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: NOW });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A server with a subscription, whose past deliveries are `runs`, or a status. */
function setUp(fields: Partial<Subscription> = NEWER) {
  const api = buildApi();
  let record = buildSubscription({ target_value: "ana@x.co", ...fields });
  const sent: unknown[] = [];
  const reads: number[] = [];
  const state: { runs: readonly Run[] | number } = { runs: [] };
  server.use(
    http.post<never, SubscriptionCreation>("*/subscriptions", async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return HttpResponse.json({ ...record, ...body, id: 8 }, { status: 201 });
    }),
    http.patch<never, Partial<Subscription>>("*/subscriptions/7", async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      record = buildSubscription({ ...record, ...body });
      return HttpResponse.json(record);
    }),
    http.get("*/subscriptions/:id/deliveries", () => {
      reads.push(Date.now() - NOW.getTime());
      if (typeof state.runs === "number") return createError(state.runs, "Endpoint not found.");
      const results = state.runs.map((run, index) => ({ id: String(index), ...run }));
      return HttpResponse.json({ next: null, previous: null, results });
    }),
  );
  const quietSaves = () => storedQuietSaves.read(api.client.connection.id);
  const save = (body: SubscriptionChange, sendsNow = false) =>
    updateSubscriptionJournaled(api, { id: 7, before: record, body, sendsNow });
  return { api, state, reads, quietSaves, save, sent };
}

const ADDED = { target_value: "ana@x.co,bo@x.co" };
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe("the request of a save", () => {
  const CHANGES: readonly SubscriptionChange[] = [
    { title: "New" },
    ADDED,
    { deleted: true },
    { enabled: true },
  ];

  it.each(CHANGES)("asks only a newer server not to send, or to send, with %j", async (body) => {
    for (const fields of [NEWER, { dashboard: 12 }, { dashboard: 12, enabled: true }]) {
      const { save, sent } = setUp(fields);
      await save(body);
      await save(body, true);
      // On other servers, the request is exactly the contract's.
      const asks = (send_test_now: boolean) => (fields === NEWER ? { ...body, send_test_now } : body);
      expect(sent).toEqual([asks(false), asks(true)]);
    }
  });

  it("asks a newer server not to send a creation that doesn't say, such as an import's", async () => {
    const { api, sent } = setUp();
    await createSubscriptionJournaled(api, CREATION);
    noteServedRecords(api, [buildSubscription(NEWER)]);
    await createSubscriptionJournaled(api, CREATION);
    await createSubscriptionJournaled(api, { ...CREATION, send_test_now: true });
    expect(sent).toEqual([
      CREATION,
      { ...CREATION, send_test_now: false },
      { ...CREATION, send_test_now: true },
    ]);
  });
});

describe("silence is proven", () => {
  it("by two reads without a delivery, the later two minutes after the save", async () => {
    const { save, reads, quietSaves } = setUp();
    await save(ADDED);
    await wait(119);
    expect(quietSaves()).toBe("unknown");
    await wait(20);
    expect(quietSaves()).toBe("proven");
    expect(reads).toHaveLength(2);
    expect(reads[1]).toBeGreaterThanOrEqual(120_000);
  });

  it.each<[string, SubscriptionChange, object]>([
    ["another source", { dashboard: 13 }, {}],
    ["a resume", { enabled: true }, { enabled: false }],
  ])("by %s", async (_, body, fields) => {
    const { save, quietSaves } = setUp({ ...NEWER, ...fields });
    await save(body);
    await wait(200);
    expect(quietSaves()).toBe("proven");
  });

  it("by a creation", async () => {
    const { api, quietSaves } = setUp();
    await createSubscriptionJournaled(api, { ...CREATION, send_test_now: false });
    await wait(200);
    expect(quietSaves()).toBe("proven");
  });

  it("although the record has scheduled and old deliveries", async () => {
    const { save, state, quietSaves } = setUp();
    state.runs = [
      { trigger_type: "scheduled", created_at: "2026-11-21T10:00:30Z" },
      { trigger_type: "target_change", created_at: "2026-11-01T10:00:00Z" },
    ];
    await save(ADDED);
    await wait(200);
    expect(quietSaves()).toBe("proven");
  });

  it.each<[string, SubscriptionChange, object]>([
    ["a change that no server delivers", { title: "New" }, {}],
    ["a restore, which may not deliver", { deleted: false }, { deleted: true }],
    ["a removed recipient, which may not deliver", { target_value: "ana@x.co" }, ADDED],
    ["another spelling, which may not deliver", { target_value: "ANA@x.co" }, {}],
    ["a paused subscription", ADDED, { enabled: false }],
    ["a subscription without a source", ADDED, { dashboard: null }],
    [
      "a webhook",
      { target_value: "https://x.co/b" },
      { target_type: "webhook", target_value: "https://x.co/a" },
    ],
    ["a server without newer fields", ADDED, { enabled: undefined, resource_type: undefined }],
  ])("not by %s, which costs no request", async (_, body, fields) => {
    const { save, reads, quietSaves } = setUp({ ...NEWER, ...fields });
    await save(body);
    await wait(200);
    expect(quietSaves()).toBe("unknown");
    expect(reads).toEqual([]);
  });

  it("not by a save that the user asked to send", async () => {
    const { save, reads } = setUp();
    await save(ADDED, true);
    await wait(200);
    expect(reads).toEqual([]);
  });

  it.each<[string, Run]>([
    ["a test delivery", { trigger_type: "manual", created_at: "2026-11-21T10:00:05Z" }],
    [
      "a delivery shortly before, because clocks differ",
      { trigger_type: "target_change", created_at: "2026-11-21T09:50:00Z" },
    ],
    ["a delivery without a time", { trigger_type: "target_change" }],
  ])("not after %s", async (_, run) => {
    const { save, state, quietSaves } = setUp();
    state.runs = [run];
    await save(ADDED);
    await wait(200);
    expect(quietSaves()).toBe("unknown");
  });

  it("for seven days, also if a page of records has no newer fields", async () => {
    const { api, save, reads, quietSaves } = setUp();
    await save(ADDED);
    await wait(200);
    noteServedRecords(api, [buildSubscription()]);
    expect(currentSendingRules(api).quietSaves).toBe("proven");
    await save({ dashboard: 13 });
    await wait(200);
    expect(reads).toHaveLength(2);
    vi.setSystemTime(new Date("2026-11-28T10:02:00Z"));
    expect(quietSaves()).toBe("proven");
    vi.setSystemTime(new Date("2026-11-28T10:03:00Z"));
    expect(quietSaves()).toBe("unknown");
  });
});

describe("a server is known to send", () => {
  it.each(["target_change", "resumed", ""])("after a delivery with the trigger %j", async (trigger_type) => {
    const { save, state, reads, quietSaves } = setUp();
    state.runs = [{ trigger_type, created_at: "2026-11-21T10:00:02Z" }];
    await save(ADDED);
    await wait(200);
    expect(quietSaves()).toBe("broken");
    expect(reads).toHaveLength(1);
  });

  it("until a later save proves the opposite", async () => {
    const { api, save, quietSaves } = setUp();
    storedQuietSaves.write(api.client.connection.id, "broken");
    await save(ADDED);
    await wait(200);
    expect(quietSaves()).toBe("proven");
  });
});

describe("the reads in the background", () => {
  it("are for one record at a time", async () => {
    const { save, reads } = setUp();
    await save(ADDED);
    await save({ title: "New" });
    await save({ target_value: "ana@x.co,bo@x.co,cy@x.co" });
    await wait(200);
    expect(reads).toHaveLength(2);
  });

  it("end with a further change to the record, which makes its deliveries ambiguous", async () => {
    const { save, reads, quietSaves } = setUp();
    await save(ADDED);
    await wait(60);
    await save({ deleted: true });
    await wait(200);
    expect(quietSaves()).toBe("unknown");
    expect(reads).toHaveLength(1);
  });

  it("end with the connection", async () => {
    const { api, save, reads } = setUp();
    await save(ADDED);
    api.dispose();
    await wait(200);
    expect(reads).toEqual([]);
  });

  it("stop where the server has no past deliveries", async () => {
    const { save, state, reads, quietSaves } = setUp();
    state.runs = 404;
    await save(ADDED);
    await wait(200);
    await save({ dashboard: 13 });
    await wait(200);
    expect(reads).toHaveLength(1);
    expect(quietSaves()).toBe("unknown");
  });
});
