import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readJournal } from "@/data/journal/journal-store";
import { createSubscriptionJournaled } from "@/data/subscriptions/subscription-changes";
import { server } from "@/mocks/node";
import { loseAnswer, offline } from "@/mocks/scenarios";
import { createTestProject, type TestProject } from "../../../test/support/test-project";
import { checkEarlierCreation } from "./check-earlier-creation";

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

/**
 * Attempts a creation that gets no response. With `lost`, the server creates the subscription
 * anyway.
 */
async function attempt(project: TestProject, answer: "lost" | "unreachable"): Promise<void> {
  const { handlers } = project;
  server.use(
    answer === "lost" ? loseAnswer("subscriptions.create", handlers) : offline("subscriptions.create"),
  );
  await createSubscriptionJournaled(project.queryClient, project.api, NEW).catch(() => undefined);
  await vi.waitFor(async () =>
    expect(await readJournal(project.api)).toMatchObject([{ kind: "created", outcome: "unknown" }]),
  );
}

const check = ({ queryClient, api }: TestProject, body: Parameters<typeof checkEarlierCreation>[2] = NEW) =>
  checkEarlierCreation(queryClient, api, body);

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
    ["another source", { ...NEW, dashboard: 202 }, 0],
    ["another title and recipients", { ...NEW, title: "Figures", target_value: "ben@x.co" }, 0],
    ["the same values, a day later", NEW, DAY],
  ])("is independent with %s", async (_name, body, ms) => {
    const project = createTestProject();
    await attempt(project, "lost");
    vi.advanceTimersByTime(ms);
    expect(await check(project, body)).toBeNull();
  });
});
