import { buildApi, buildClient, buildSubscription } from "@test/support/builders";
import { describe, expect, it, vi } from "vitest";
import type { Client } from "@/api/client";
import { HttpError } from "@/api/errors";
import type { Subscription } from "@/api/subscriptions";
import { type Api } from "@/data/backend/backend";
import { createBackend } from "@/data/backend/create-backend";
import { deliveryPageQuery } from "./deliveries";
import {
  positionsOf,
  readSubscriptionNow,
  type SubscriptionMove,
  subscriptionMutations,
} from "./subscription-mutations";
import { type SubscriptionView, subscriptionCollection, subscriptionQueries } from "./subscriptions";

interface Call {
  readonly body: unknown;
  readonly answer: (record: Subscription) => void;
  readonly fail: () => void;
}

const record = (id: number, fields: Partial<Subscription> = {}) =>
  buildSubscription({ id, deleted: false, ...fields });

/** Creates active subscriptions (1, 2, 3), a deleted one (9), and a server that holds its responses to writes. */
async function setUp() {
  const calls: Call[] = [];
  const served = { active: [record(1), record(2), record(3)], bin: [record(9, { deleted: true })] };
  const client: Client = {
    ...buildClient(),
    request: (endpoint, input) =>
      new Promise((resolve, reject) => {
        if (endpoint.id === "subscriptions.list") {
          const isBin = JSON.stringify(input.query).includes("deleted");
          const results = isBin ? served.bin : served.active;
          resolve({ count: results.length, results, broken: [] } as never);
          return;
        }
        if (endpoint.id === "subscriptions.get") {
          const records = [...served.active, ...served.bin];
          resolve(records.find(({ id }) => id === Reflect.get(input.path, "id")) as never);
          return;
        }
        calls.push({
          body: input.body,
          answer: (answered) => resolve(answered as never),
          fail: () => reject(new Error("refused")),
        });
      }),
  };
  const api: Api = { ...createBackend(client), projectId: "1" };
  const { queryClient } = api;
  const collections = {
    active: subscriptionCollection(api, "active"),
    trash: subscriptionCollection(api, "trash"),
  };
  await collections.active.prefetch();
  await collections.trash.prefetch();
  const list = (view: SubscriptionView) => {
    const { count, records } = collections[view].get();
    return { count, ids: records.map((entry) => entry.id) };
  };
  const move = (variables: SubscriptionMove) => {
    const mutation = queryClient.getMutationCache().build(queryClient, subscriptionMutations.setDeleted(api));
    return mutation.execute(variables);
  };
  return { api, queries: queryClient, calls, collections, list, move, served };
}

/** Resolves with request number `count`. A request is sent only after its journal entry is stored. */
function called(calls: readonly Call[], count: number): Promise<Call> {
  return vi.waitFor(() => {
    const call = calls[count - 1];
    if (call === undefined) throw new Error("no call");
    return call;
  });
}

describe("soft delete", () => {
  it("rolls back only the rejected move", async () => {
    const { list, move, calls } = await setUp();
    const refused = move({ id: 1, deleted: true });
    const first = await called(calls, 1);
    const accepted = move({ id: 3, deleted: true });
    const second = await called(calls, 2);
    expect(list("active")).toEqual({ count: 1, ids: [2] });
    first.fail();
    await expect(refused).rejects.toThrow();
    second.answer(record(3, { deleted: true }));
    await accepted;
    expect(list("active")).toEqual({ count: 2, ids: [1, 2] });
  });

  it("restores the position immediately on undo", async () => {
    const { api, list, move, calls } = await setUp();
    const backTo = positionsOf(api, 2);
    const done = move({ id: 2, deleted: true });
    (await called(calls, 1)).answer(record(2, { deleted: true }));
    await done;
    const undone = move({
      id: 2,
      deleted: false,
      before: record(2, { deleted: true }),
      restoreTo: backTo,
    });
    const call = await called(calls, 2);
    expect(list("active")).toEqual({ count: 3, ids: [1, 2, 3] });
    call.fail();
    await expect(undone).rejects.toThrow();
    expect(list("active")).toEqual({ count: 2, ids: [1, 3] });
  });
});

/** Resolves after all work that doesn't depend on a response is done. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

it("what a check reads is shown by the list and the record's page alike", async () => {
  const { api, queries, collections, served } = await setUp();
  const { queryKey } = subscriptionQueries.detail(api, 1);
  queries.setQueryData(queryKey, record(1));
  served.active = [record(1, { title: "Changed by Bo" }), record(2), record(3)];
  await readSubscriptionNow(api, 1);
  expect(collections.active.find(1)?.title).toBe("Changed by Bo");
  expect(queries.getQueryData(queryKey)?.title).toBe("Changed by Bo");
});

describe("two moves of one record", () => {
  it.each([
    ["a restore during a deletion", 2, true],
    ["a deletion during a restore", 9, false],
  ])("sends %s after it", async (_name, id, deleted) => {
    const { list, move, calls, served } = await setUp();
    const first = move({ id, deleted });
    const firstCall = await called(calls, 1);
    const last = move({ id, deleted: !deleted });
    await nextTask();
    served.active = served.active.map((entry) => (entry.id === id ? record(id, { deleted }) : entry));
    served.bin = served.bin.map((entry) => (entry.id === id ? record(id, { deleted }) : entry));
    firstCall.answer(record(id, { deleted }));
    await first;
    (await called(calls, 2)).answer(record(id, { deleted: !deleted }));
    expect(await last).toMatchObject({ isSent: true });
    expect(calls.map(({ body }) => body)).toEqual([{ deleted }, { deleted: !deleted }]);
    expect([list("active").count, list("trash").count]).toEqual([3, 1]);
    expect(list(deleted ? "active" : "trash").ids).toContain(id);
    expect(list(deleted ? "trash" : "active").ids).not.toContain(id);
  });

  it("reads the record again if the first one fails", async () => {
    const { move, calls } = await setUp();
    const first = move({ id: 2, deleted: true });
    const firstCall = await called(calls, 1);
    const last = move({ id: 2, deleted: false, before: record(2, { deleted: true }) });
    await nextTask();
    firstCall.fail();
    await expect(first).rejects.toThrow("refused");
    expect(await last).toMatchObject({ isSent: false });
    expect(calls).toHaveLength(1);
  });
});

it("a move that someone else has already made isn't sent, and the lists show the record where it is", async () => {
  const { api, queries: queryClient, list, move, calls, served } = await setUp();
  const moved = record(2, { deleted: true, title: "Theirs" });
  served.active.splice(1, 1);
  served.bin.push(moved);
  expect(await move({ id: 2, deleted: true })).toEqual({ record: moved, isSent: false });
  expect(calls).toEqual([]);
  expect(list("active")).toEqual({ count: 2, ids: [1, 3] });
  expect(list("trash")).toEqual({ count: 2, ids: [2, 9] });
  const { queryKey } = subscriptionQueries.detail(api, 2);
  expect(queryClient.getQueryData(queryKey)).toEqual(moved);
});

it("create inserts the served record at the top of the active list only", async () => {
  const { api, queries: queryClient, list, calls } = await setUp();
  const mutation = queryClient.getMutationCache().build(queryClient, subscriptionMutations.create(api));
  const { target_type, target_value, frequency, start_date } = record(0);
  const done = mutation.execute({ target_type, target_value, frequency, start_date });
  (await called(calls, 1)).answer(record(77));
  await done;
  expect(list("active")).toEqual({ count: 4, ids: [77, 1, 2, 3] });
  expect(list("trash")).toEqual({ count: 1, ids: [9] });
});

it.each([
  ["as usual", null, 5_000, 5_000],
  ["as long as the server asks", 240_000, 240_000, 243_000],
])("polls a running delivery %s", async (_, retryAfterMs, min, max) => {
  const running = { id: "1", status: "starting", created_at: new Date().toISOString() };
  const api = buildApi({ fetch: async () => Response.json({ next: null, results: [running] }) });
  const options = deliveryPageQuery(api, 1);
  await api.queryClient.fetchQuery(options);
  const query = api.queryClient.getQueryCache().find({ queryKey: options.queryKey });
  if (query === undefined || typeof options.refetchInterval !== "function") throw new Error("no polling");
  const body = { type: null, code: null, detail: null, attr: null };
  query.setState({ error: retryAfterMs === null ? null : new HttpError(429, body, retryAfterMs) });
  const ms = options.refetchInterval(query as never);
  expect(ms).toBeGreaterThanOrEqual(min);
  expect(ms).toBeLessThanOrEqual(max);
});
