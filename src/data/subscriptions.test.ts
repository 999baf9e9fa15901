import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { ListPage } from "@/contract/readers";
import { type Subscription, subscription } from "@/contract/subscriptions";
import { createSignals } from "@/http/signals";
import type { Api } from "./api-context";
import { placesOf } from "./subscription-cache";
import { type SubscriptionMove, subscriptionMutations, subscriptionQueries } from "./subscriptions";

interface Call {
  readonly body: unknown;
  readonly answer: (record: Subscription) => void;
  readonly fail: () => void;
}

function record(id: number, fields: Partial<Subscription> = {}): Subscription {
  return z.parse(subscription, {
    id,
    target_type: "email",
    target_value: "ana@example.com",
    frequency: "daily",
    start_date: "2026-11-02T08:00:00Z",
    ...fields,
  });
}

const ACTIVE = { limit: 50, offset: 0, deleted: false };
const BIN = { limit: 50, offset: 0, deleted: true };

/** A cache with one active page (1, 2, 3 of 60) and a bin (9 of 1), and a server that answers when told to. */
function setUp() {
  const calls: Call[] = [];
  const api: Api = {
    projectId: "1",
    client: {
      connection: { id: "test", label: "Test", baseUrl: "", prefix: "environments", key: "" },
      signals: createSignals(),
      renewKey: () => {},
      request: (_endpoint, input) =>
        new Promise((resolve, reject) => {
          calls.push({
            body: input.body,
            answer: (answered) => resolve(answered as never),
            fail: () => reject(new Error("refused")),
          });
        }),
    },
  };
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const page = (count: number, results: Subscription[]): ListPage<Subscription> => ({
    count,
    results,
    broken: [],
  });
  queries.setQueryData(
    subscriptionQueries.list(api, ACTIVE).queryKey,
    page(60, [record(1), record(2), record(3)]),
  );
  queries.setQueryData(subscriptionQueries.list(api, BIN).queryKey, page(1, [record(9, { deleted: true })]));
  const list = (filters: typeof ACTIVE) => {
    const data = queries.getQueryData(subscriptionQueries.list(api, filters).queryKey);
    return { count: data?.count, ids: data?.results.map((entry) => entry.id) };
  };
  const move = (variables: SubscriptionMove) => {
    const mutation = queries.getMutationCache().build(queries, subscriptionMutations.setDeleted(api));
    return mutation.execute(variables);
  };
  return { api, queries, calls, list, move };
}

async function called(calls: readonly Call[], count: number): Promise<Call> {
  while (calls.length < count) await Promise.resolve();
  const call = calls[count - 1];
  if (call === undefined) throw new Error("no call");
  return call;
}

describe("soft delete", () => {
  it("takes the record out at once and sends nothing but the flag", async () => {
    const { list, move, calls } = setUp();
    const done = move({ id: 2, deleted: true });
    const call = await called(calls, 1);
    expect(list(ACTIVE)).toEqual({ count: 59, ids: [1, 3] });
    expect(list(BIN).count).toBe(2);
    expect(call.body).toEqual({ deleted: true });
    call.answer(record(2, { deleted: true }));
    await done;
  });

  it("puts everything back exactly when the server refuses", async () => {
    const { api, queries, list, move, calls } = setUp();
    const { queryKey } = subscriptionQueries.detail(api, 2);
    queries.setQueryData(queryKey, record(2));
    const before = [list(ACTIVE), list(BIN)];
    const done = move({ id: 2, deleted: true });
    const call = await called(calls, 1);
    expect(queries.getQueryData(queryKey)?.deleted).toBe(true);
    call.fail();
    await expect(done).rejects.toThrow("refused");
    expect([list(ACTIVE), list(BIN)]).toEqual(before);
    expect(queries.getQueryData(queryKey)?.deleted).toBe(false);
  });

  it("takes back only the one that was refused", async () => {
    const { list, move, calls } = setUp();
    const refused = move({ id: 1, deleted: true });
    const first = await called(calls, 1);
    const accepted = move({ id: 3, deleted: true });
    const second = await called(calls, 2);
    expect(list(ACTIVE)).toEqual({ count: 58, ids: [2] });
    first.fail();
    await expect(refused).rejects.toThrow();
    second.answer(record(3, { deleted: true }));
    await accepted;
    expect(list(ACTIVE)).toEqual({ count: 59, ids: [1, 2] });
  });

  it("returns to its place at once when it is undone", async () => {
    const { api, queries, list, move, calls } = setUp();
    const backTo = placesOf(queries, subscriptionQueries.lists(api), 2);
    const done = move({ id: 2, deleted: true });
    (await called(calls, 1)).answer(record(2, { deleted: true }));
    await done;
    const undone = move({ id: 2, deleted: false, backTo });
    const call = await called(calls, 2);
    expect(list(ACTIVE)).toEqual({ count: 60, ids: [1, 2, 3] });
    call.fail();
    await expect(undone).rejects.toThrow();
    expect(list(ACTIVE)).toEqual({ count: 59, ids: [1, 3] });
  });
});

describe("restore", () => {
  it("leaves the bin at once", async () => {
    const { list, move, calls } = setUp();
    const done = move({ id: 9, deleted: false });
    const call = await called(calls, 1);
    expect(list(BIN)).toEqual({ count: 0, ids: [] });
    expect(list(ACTIVE).count).toBe(61);
    call.answer(record(9));
    await done;
  });
});

describe("create", () => {
  it("shows the served record on the first page of the active list only", async () => {
    const { api, queries, list, calls } = setUp();
    const mutation = queries.getMutationCache().build(queries, subscriptionMutations.create(api));
    const { target_type, target_value, frequency, start_date } = record(0);
    const done = mutation.execute({ target_type, target_value, frequency, start_date });
    (await called(calls, 1)).answer(record(77));
    await done;
    expect(list(ACTIVE)).toEqual({ count: 61, ids: [77, 1, 2, 3] });
    expect(list(BIN)).toEqual({ count: 1, ids: [9] });
  });
});

describe("update", () => {
  it("shows the served record in the list and on its page", async () => {
    const { api, queries, list, calls } = setUp();
    const mutation = queries.getMutationCache().build(queries, subscriptionMutations.update(api, 2));
    const done = mutation.execute({ title: "New" });
    (await called(calls, 1)).answer(record(2, { title: "New" }));
    await done;
    const { queryKey } = subscriptionQueries.list(api, ACTIVE);
    expect(queries.getQueryData(queryKey)?.results[1]?.title).toBe("New");
    expect(queries.getQueryData(subscriptionQueries.detail(api, 2).queryKey)?.title).toBe("New");
    expect(list(ACTIVE).ids).toEqual([1, 2, 3]);
  });
});

describe("pages while they load", () => {
  function shownAfter(filters: typeof ACTIVE) {
    const { api, queries } = setUp();
    const observer = new QueryObserver(queries, subscriptionQueries.list(api, ACTIVE));
    const stop = observer.subscribe(() => {});
    observer.setOptions(subscriptionQueries.list(api, filters));
    const shown = observer.getCurrentResult().data?.results.map((entry) => entry.id);
    stop();
    return shown;
  }

  it("keeps the last page of the same view", () => {
    expect(shownAfter({ ...ACTIVE, offset: 50 })).toEqual([1, 2, 3]);
  });

  it("never shows active records as the bin's", () => {
    expect(shownAfter({ ...BIN, offset: 50 })).toBeUndefined();
  });
});
