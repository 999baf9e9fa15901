import { createTestProject, type TestProject } from "@test/support/test-project";
import { IDBFactory } from "fake-indexeddb";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readJournal } from "@/data/journal/journal-store";
import { createSubscriptionJournaled } from "@/data/subscriptions/subscription-changes";
import { fetchFrom } from "@/mocks/handlers";
import { server } from "@/mocks/node";
import { change, loseAnswer, offline, override } from "@/mocks/scenarios";
import { checkEarlierCreation, findCopy } from "./check-earlier-creation";

const NEW = {
  title: "Sales",
  dashboard: 201,
  target_type: "email",
  target_value: "ana@x.co",
  frequency: "daily",
  start_date: "2026-11-02T08:00:00Z",
} as const;
const CREATED_AT = "2026-11-21T10:00:00Z";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(CREATED_AT) });
  vi.stubGlobal("indexedDB", new IDBFactory());
});

/** Attempts a creation that gets no response. With `lost`, the server creates the subscription anyway. */
async function attempt(project: TestProject, answer: "lost" | "unreachable"): Promise<void> {
  const { handlers } = project;
  server.use(
    answer === "lost" ? loseAnswer("subscriptions.create", handlers) : offline("subscriptions.create"),
  );
  await createSubscriptionJournaled(project.api, NEW).catch(() => undefined);
  await vi.waitFor(async () =>
    expect(await readJournal(project.api)).toMatchObject([{ kind: "created", outcome: "unknown" }]),
  );
}

const check = ({ api }: TestProject, body: Parameters<typeof checkEarlierCreation>[1] = NEW) =>
  checkEarlierCreation(api, body);

describe("a second attempt to create a subscription", () => {
  it("finds what the first one created, once", async () => {
    const project = createTestProject();
    await attempt(project, "lost");
    expect(await check(project, { ...NEW, send_test_now: false })).toMatchObject({
      id: 1,
      isIdentical: true,
    });
    // The outcome is known now, so the user may create another subscription.
    expect(await check(project)).toBeNull();
    expect(await readJournal(project.api)).toMatchObject([{ outcome: "done", recordId: 1 }]);
  });

  it.each([
    ["another title", { title: "Figures" }],
    ["other recipients", { target_value: "ana@x.co,ben@x.co" }],
    ["another schedule", { frequency: "weekly", interval: 2 }],
  ])("finds it although the user has entered %s since", async (_name, fields) => {
    const project = createTestProject();
    await attempt(project, "lost");
    expect(await check(project, { ...NEW, ...fields })).toMatchObject({ id: 1, isIdentical: false });
  });

  it.each([
    ["a weekend later", 3 * DAY],
    ["a month later", 30 * DAY],
    ["after the clock was set ahead by a year", 365 * DAY],
    ["after the clock was set back by a day", -DAY],
  ])("finds it %s", async (_name, ms) => {
    const project = createTestProject();
    await attempt(project, "lost");
    vi.setSystemTime(Date.now() + ms);
    expect(await check(project)).toMatchObject({ id: 1, isIdentical: true });
  });

  it.each([301, 303, 308])("finds it after a redirect (%i)", async (status) => {
    const project = createTestProject();
    const { handlers, api } = project;
    const headers = { Location: "/elsewhere/" };
    server.use(change("subscriptions.create", handlers, () => new HttpResponse(null, { status, headers })));
    await createSubscriptionJournaled(api, NEW).catch(() => undefined);
    expect(await check(project)).toMatchObject({ id: 1, isIdentical: true });
  });

  it("doesn't know it while the first one may still arrive, and then knows that it failed", async () => {
    const project = createTestProject();
    await attempt(project, "unreachable");
    expect(await check(project)).toMatchObject({
      id: null,
      reason: expect.stringContaining("may still arrive"),
    });
    vi.advanceTimersByTime(2 * MINUTE);
    expect(await check(project)).toBeNull();
    expect(await readJournal(project.api)).toMatchObject([{ outcome: "refused" }]);
  });

  it("doesn't know it if the server can't be read", async () => {
    const project = createTestProject();
    await attempt(project, "unreachable");
    server.use(offline("subscriptions.list"));
    expect(await check(project)).toMatchObject({
      id: null,
      reason: expect.stringContaining("Couldn't check"),
    });
  });

  it.each([
    ["another source", { ...NEW, dashboard: 202 }],
    ["another title and recipients", { ...NEW, title: "Figures", target_value: "ben@x.co" }],
  ])("is independent with %s", async (_name, body) => {
    const project = createTestProject();
    await attempt(project, "lost");
    expect(await check(project, body)).toBeNull();
  });
});

describe("a copy of a new subscription", () => {
  /** Creates a subscription, and others like it `ms` later. */
  async function create(project: TestProject, others: readonly object[], ms = 400) {
    const { api, handlers } = project;
    const record = await createSubscriptionJournaled(api, NEW);
    vi.advanceTimersByTime(ms);
    const headers = { Authorization: "Bearer phx_demo_all", "Content-Type": "application/json" };
    for (const fields of others) {
      const url = "https://x.test/api/environments/3/subscriptions/";
      const body = JSON.stringify({ ...NEW, ...fields });
      await fetchFrom(handlers, new Request(url, { method: "POST", headers, body }));
    }
    return record;
  }

  it.each([
    ["alone", [{}], 1],
    ["among others", [{ title: "Figures" }, {}, { dashboard: 202 }], 2],
  ])("is found: %s", async (_name, others, distance) => {
    const project = createTestProject();
    const record = await create(project, others);
    expect((await findCopy(project.api, record))?.id).toBe(record.id + distance);
  });

  it("is found at the end of a list that starts with the oldest", async () => {
    const project = createTestProject();
    const record = await create(project, [{}]);
    const older = Array.from({ length: 50 }, (_, id) => ({ ...record, id: id + 1_000, created_at: null }));
    const copy = { ...record, id: record.id + 1 };
    const all = [...older, record, copy];
    server.use(
      override("subscriptions.list", ({ url }) => {
        const { searchParams } = new URL(url);
        const offset = Number(searchParams.get("offset"));
        const results = all.slice(offset, offset + Number(searchParams.get("limit")));
        return HttpResponse.json({ count: all.length, next: null, previous: null, results });
      }),
    );
    expect((await findCopy(project.api, record))?.id).toBe(copy.id);
  });

  it.each([
    ["with another recipient", [{ target_value: "ben@x.co" }], 400],
    ["on other weekdays", [{ byweekday: ["friday"] }], 400],
    ["created a minute later", [{}], MINUTE],
  ])("isn't a subscription %s", async (_name, others, ms) => {
    const project = createTestProject();
    expect(await findCopy(project.api, await create(project, others, ms))).toBeNull();
  });

  it("isn't one that this browser created on purpose", async () => {
    const project = createTestProject();
    const record = await create(project, []);
    await createSubscriptionJournaled(project.api, NEW);
    expect(await findCopy(project.api, record)).toBeNull();
  });
});
