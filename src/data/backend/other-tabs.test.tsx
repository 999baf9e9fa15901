import { buildApi, buildSubscription } from "@test/support/builders";
import { createListServer, type Row } from "@test/support/fake-list-server";
import { createTestProject } from "@test/support/test-project";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { defineCollection } from "@/data/collection/use-collection";
import {
  createSubscriptionJournaled,
  updateSubscriptionJournaled,
} from "@/data/subscriptions/subscription-changes";
import { server } from "@/mocks/node";
import { loseAnswer, refuse } from "@/mocks/scenarios";
import { subscribeToOtherTabs } from "./other-tabs";

type Listener = (event: { readonly data: unknown }) => void;

/** Fake channel that delivers synchronously to all other channels with the same name. */
class Channel {
  static readonly all: Channel[] = [];
  readonly listeners: Listener[] = [];

  constructor(readonly name: string) {
    Channel.all.push(this);
  }

  addEventListener(_type: "message", listener: Listener): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.listeners.length = 0;
  }

  postMessage(message: unknown): void {
    const data = structuredClone(message);
    for (const other of Channel.all) {
      if (other !== this && other.name === this.name)
        for (const listener of other.listeners) listener({ data });
    }
  }
}

const HERE = ["https://x.test environments", "3", "subscriptions"];

let otherTab: Channel;
let received: unknown[];

beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", Channel);
  otherTab = new Channel("environs-writes");
  const mine: unknown[] = [];
  received = mine;
  otherTab.addEventListener("message", ({ data }) => mine.push(data));
});

describe("a write", () => {
  it("notifies other tabs after it succeeds or may have, without its data", async () => {
    const project = createTestProject([{ title: "Sales" }]);
    const { api } = project;
    const body = { title: `With ${api.client.connection.key}` };
    const save = () =>
      updateSubscriptionJournaled(api, { id: 1, body, before: buildSubscription({ id: 1 }) });
    await save();
    expect(received).toEqual([HERE]);
    server.use(loseAnswer("subscriptions.update", project.handlers));
    await expect(save()).rejects.toThrow();
    expect(received).toEqual([HERE, HERE]);
    server.use(refuse("subscriptions.update", 403));
    await expect(save()).rejects.toThrow();
    expect(received).toEqual([HERE, HERE]);
  });

  it("works without BroadcastChannel", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    const { api, subscriptions } = createTestProject([{ title: "Sales" }]);
    onTestFinished(subscribeToOtherTabs(api));
    await updateSubscriptionJournaled(api, {
      id: 1,
      body: { title: "New" },
      before: buildSubscription({ id: 1 }),
    });
    expect(subscriptions.get("1")).toMatchObject({ title: "New" });
    expect(received).toEqual([]);
  });
});

/** Opens a tab with a query and a list for each scope. */
function openTab(...scopes: readonly (readonly string[])[]) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  const api = buildApi();
  const { queryClient } = api;
  const shown = scopes.map((scope) => {
    const queryKey = [...scope, "detail", 1];
    queryClient.setQueryData(queryKey, "old");
    const { collection } = createListServer(3);
    defineCollection<Row>(
      () => [...scope, "all"],
      () => collection,
    ).open(api);
    const refresh = vi.spyOn(collection, "scheduleRefresh");
    return { isStale: () => queryClient.getQueryState(queryKey)?.isInvalidated, refresh };
  });
  onTestFinished(subscribeToOtherTabs(api));
  return shown;
}

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

describe("a write of another tab", () => {
  it("reloads that resource of that project, and sends nothing back", () => {
    const [here, ...others] = openTab(
      HERE,
      [HERE[0] ?? "", "2", "subscriptions"],
      ["https://y.test environments", "3", "subscriptions"],
      [HERE[0] ?? "", "3", "members"],
    );
    otherTab.postMessage(HERE);
    expect(here?.isStale()).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(here?.isStale()).toBe(true);
    // The argument `isOutcomeKnown` is false, because the list may lack the write.
    expect(here?.refresh.mock.calls).toEqual([[false]]);
    for (const { isStale, refresh } of others) {
      expect(isStale()).toBe(false);
      expect(refresh).not.toHaveBeenCalled();
    }
    expect(received).toEqual([]);
  });

  it("causes few reloads for many writes, with one after the last", () => {
    const [here] = openTab(HERE);
    for (let write = 0; write < 200; write += 1) {
      otherTab.postMessage(HERE);
      vi.advanceTimersByTime(100);
    }
    const refreshCount = here?.refresh.mock.calls.length;
    expect(refreshCount).toBeGreaterThanOrEqual(4);
    expect(refreshCount).toBeLessThanOrEqual(6);
    vi.advanceTimersByTime(10_000);
    expect(here?.refresh).toHaveBeenCalledTimes((refreshCount ?? 0) + 1);
  });

  it("waits until the tab is visible", () => {
    const [here] = openTab(HERE);
    setHidden(true);
    otherTab.postMessage(HERE);
    otherTab.postMessage(HERE);
    vi.advanceTimersByTime(60_000);
    expect(here?.refresh).not.toHaveBeenCalled();
    setHidden(false);
    vi.advanceTimersByTime(1_000);
    expect(here?.refresh).toHaveBeenCalledTimes(1);
    setHidden(true);
    setHidden(false);
    vi.advanceTimersByTime(10_000);
    expect(here?.refresh).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["nothing", null],
    ["everything", []],
    ["a whole project", HERE.slice(0, 2)],
    ["more than a scope", [...HERE, "detail"]],
    ["an object", { ...HERE, length: 3 }],
  ])("with an invalid message is ignored: %s", (_, message) => {
    const [here] = openTab(HERE);
    otherTab.postMessage(message);
    vi.advanceTimersByTime(10_000);
    expect(here?.isStale()).toBe(false);
    expect(here?.refresh).not.toHaveBeenCalled();
  });
});

it("doesn't refetch after a write of this tab", async () => {
  const { api } = createTestProject();
  const refetch = vi.spyOn(api.queryClient, "invalidateQueries");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  onTestFinished(subscribeToOtherTabs(api));
  const body = { title: "New", target_type: "email", target_value: "a@x.co", frequency: "daily" } as const;
  await createSubscriptionJournaled(api, {
    ...body,
    dashboard: 201,
    start_date: "2026-11-02T08:00:00Z",
  });
  expect(received).toEqual([HERE]);
  vi.advanceTimersByTime(10_000);
  expect(refetch).not.toHaveBeenCalled();
});
