import { createTestProject, type TestProject } from "@test/support/test-project";
import { IDBFactory } from "fake-indexeddb";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readJournal } from "@/data/journal/journal-store";
import { createSubscriptionJournaled } from "@/data/subscriptions/subscription-changes";
import { fetchFrom } from "@/mocks/handlers";
import { server } from "@/mocks/node";
import { loseAnswer, offline, override } from "@/mocks/scenarios";
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
    ["another title", { title: "Figures" }, 0, { isIdentical: false }],
    ["other recipients", { target_value: "ana@x.co,ben@x.co" }, 0, { isIdentical: false }],
    ["the same after the clock was set ahead by a year", {}, 365 * DAY, { isIdentical: true }],
    ["the same after the clock was set back by a day", {}, -DAY, { isIdentical: true }],
    ["another source", { dashboard: 202 }, 0, null],
    ["another title and recipients", { title: "Figures", target_value: "ben@x.co" }, 0, null],
  ])("for %s: %j, %i ms later: %j", async (_name, fields, ms, expected) => {
    const project = createTestProject();
    await attempt(project, "lost");
    vi.setSystemTime(Date.now() + ms);
    const found = await check(project, { ...NEW, ...fields });
    expect(found && { id: found.id, isIdentical: found.isIdentical }).toEqual(
      expected && { id: 1, ...expected },
    );
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
    ["among others", [{ title: "Figures" }, {}, { dashboard: 202 }], 400, 2],
    ["with another recipient", [{ target_value: "ben@x.co" }], 400, null],
    ["on other weekdays", [{ byweekday: ["friday"] }], 400, null],
    ["a minute later", [{}], MINUTE, null],
  ])("is found or not: %s", async (_name, others, ms, distance) => {
    const project = createTestProject();
    const record = await create(project, others, ms);
    const copy = await findCopy(project.api, record);
    expect(copy && copy.id - record.id).toBe(distance);
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

  it("isn't one that this browser created on purpose", async () => {
    const project = createTestProject();
    const record = await create(project, []);
    await createSubscriptionJournaled(project.api, NEW);
    expect(await findCopy(project.api, record)).toBeNull();
  });
});
