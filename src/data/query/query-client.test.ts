import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getRaw, type ListPage, parsePage, parseWith } from "@/contract/parsers";
import { type Subscription, subscription } from "@/contract/subscriptions";
import { HttpError } from "@/http/errors";
import { createQueryClient } from "./query-client";

function wire(id: number, fields: object = {}) {
  return {
    id,
    target_type: "email",
    target_value: "ana@example.com",
    frequency: "daily",
    interval: null,
    start_date: "2026-11-02T08:00:00Z",
    created_by: "a word",
    ...fields,
  };
}

function pageOf(...results: readonly object[]): ListPage<Subscription> {
  const reading = parsePage(subscription)({ count: results.length, results });
  if (!reading.ok) throw new Error("no list");
  return reading.value;
}

function recordOf(body: object): Subscription {
  const reading = parseWith(subscription)(body);
  if (!reading.ok) throw new Error("no record");
  return reading.value;
}

const KEY = ["things"];

it("updates the raw response even if nothing else changed", async () => {
  const queryClient = createQueryClient();
  for (const fields of [{}, { interval: 1 }, { title: "New" }, { created_by: null }]) {
    const query = { queryKey: KEY, queryFn: () => recordOf(wire(1, fields)), staleTime: 0 };
    await queryClient.fetchQuery(query);
    // Reads the cache, because the fetch returns the value from before structural sharing.
    expect(getRaw(queryClient.getQueryData<Subscription>(KEY) ?? {})).toEqual(wire(1, fields));
  }
});

function throttledFor(ms: number): HttpError {
  return new HttpError(429, { type: null, code: null, detail: null, attr: null }, ms);
}

describe("a page shown while throttled", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("sends nothing during the cooldown, but retries immediately after other failures", async () => {
    const queryClient = createQueryClient();
    const failures: Error[] = [throttledFor(90_000), new Error("another")];
    let requestCount = 0;
    const options = {
      queryKey: KEY,
      queryFn: () => {
        requestCount += 1;
        const failure = failures.shift();
        return failure ? Promise.reject(failure) : "served";
      },
    };
    const mountObserver = async () => {
      const observer = new QueryObserver(queryClient, options);
      const hide = observer.subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(0);
      return { observer, hide };
    };
    const first = await mountObserver();
    expect(requestCount).toBe(1);
    const second = await mountObserver();
    expect(second.observer.getCurrentResult()).toMatchObject({ status: "error", fetchStatus: "idle" });
    first.hide();
    second.hide();
    await vi.advanceTimersByTimeAsync(89_000);
    (await mountObserver()).hide();
    expect(requestCount).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    (await mountObserver()).hide();
    expect(requestCount).toBe(2);
    expect((await mountObserver()).observer.getCurrentResult().data).toBe("served");
  });
});

it("retries on mount after a 503, ignoring the requested wait", async () => {
  const queryClient = createQueryClient();
  const isClosed = () =>
    Promise.reject(new HttpError(503, { type: null, code: null, detail: null, attr: null }, 3_600_000));
  await queryClient.prefetchQuery({ queryKey: KEY, queryFn: isClosed });
  const observer = new QueryObserver(queryClient, { queryKey: KEY, queryFn: () => "served" });
  const hide = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("served"));
  hide();
});

it("keeps unchanged objects", () => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(KEY, pageOf(wire(1), wire(2)));
  const before = queryClient.getQueryData<ListPage<Subscription>>(KEY);
  queryClient.setQueryData(KEY, pageOf(wire(1), wire(2, { title: "New" })));
  const after = queryClient.getQueryData<ListPage<Subscription>>(KEY);
  expect(after?.results[0]).toBe(before?.results[0]);
  expect(after?.results[1]).not.toBe(before?.results[1]);
});

it.each([
  ["done", () => Promise.resolve()],
  ["failed, for it may have been done", () => Promise.reject(new Error("lost"))],
])("invalidates the queries of a write: %s", async (_, mutationFn) => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(KEY, "old");
  queryClient.setQueryData(["others"], "old");
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn, meta: { invalidates: [KEY] } });
  await mutation.execute(undefined).catch(() => undefined);
  expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(["others"])?.isInvalidated).toBe(false);
});
