import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HttpError } from "@/api/errors";
import { createQueryClient } from "./create-backend";

const KEY = ["things"];

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
