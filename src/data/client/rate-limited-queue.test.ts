import { expect, it, vi } from "vitest";
import { createConnectionStatus } from "@/http/connection-status";
import { HttpError } from "@/http/errors";
import { createRateLimitedQueue } from "./rate-limited-queue";

const BODY = { type: null, code: null, detail: null, attr: null };

/** Creates a queue with a fake clock, and read requests that the test resolves itself. */
function scene() {
  let time = 0;
  const connectionStatus = createConnectionStatus();
  const queue = createRateLimitedQueue({
    connectionStatus,
    now: () => time,
    sleepFor: async (ms, signal) => {
      signal?.throwIfAborted();
      time += ms;
    },
  });
  const open: { readonly name: number; readonly end: () => void; readonly fail: (error: Error) => void }[] =
    [];
  const never = new AbortController().signal;

  function enqueue(name: number, signal = never): Promise<number> {
    return queue.run(() => {
      return new Promise<number>((resolve, reject) => {
        open.push({ name, end: () => resolve(name), fail: reject });
      });
    }, signal);
  }
  return { lane: queue, ask: enqueue, open, never };
}

const names = (open: readonly { readonly name: number }[]) => open.map(({ name }) => name);

it("runs four reads in parallel, and the next one as soon as one finishes", async () => {
  const { ask: enqueue, open } = scene();
  const results = [1, 2, 3, 4, 5, 6].map((name) => enqueue(name));
  await vi.waitFor(() => expect(names(open)).toEqual([1, 2, 3, 4]));
  open[1]?.end();
  await vi.waitFor(() => expect(names(open)).toEqual([1, 2, 3, 4, 5]));
  for (const index of [0, 2, 3, 4]) open[index]?.end();
  await vi.waitFor(() => expect(names(open)).toEqual([1, 2, 3, 4, 5, 6]));
  open[5]?.end();
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6]);
});

it("sends at most 240 requests per minute, and fifty at once", async () => {
  vi.useFakeTimers();
  const queue = createRateLimitedQueue({ connectionStatus: createConnectionStatus(), now: Date.now });
  const startedAt = Date.now();
  const sentAt: number[] = [];
  const results = Array.from({ length: 600 }, () =>
    queue.run(async () => {
      sentAt.push(Date.now() - startedAt);
    }, new AbortController().signal),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(sentAt.length).toBeGreaterThanOrEqual(50);
  await vi.runAllTimersAsync();
  await Promise.all(results);
  expect(sentAt).toHaveLength(600);
  for (const [index, time] of sentAt.entries()) {
    const later = sentAt[index + 240];
    if (later !== undefined) expect(later - time).toBeGreaterThanOrEqual(60_000);
  }
});

it("removes aborted reads from the queue", async () => {
  const { ask: enqueue, open } = scene();
  const left = new AbortController();
  const results = [1, 2, 3, 4].map((name) => enqueue(name));
  const waiting = enqueue(5, left.signal);
  const last = enqueue(6);
  left.abort(new Error("left the page"));
  await expect(waiting).rejects.toThrow("left the page");
  await vi.waitFor(() => expect(open).toHaveLength(4));
  for (const read of open.slice()) read.end();
  await Promise.all(results);
  await vi.waitFor(() => expect(names(open)).toEqual([1, 2, 3, 4, 6]));
  open[4]?.end();
  expect(await last).toBe(6);
});

it("sends nothing while a throttled read waits", async () => {
  vi.useFakeTimers();
  const connectionStatus = createConnectionStatus();
  const queue = createRateLimitedQueue({ connectionStatus });
  const endThrottle = connectionStatus.noteThrottle("things.list", 5_000);
  const read = vi.fn(async () => "served");
  const results = queue.run(read, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(read).not.toHaveBeenCalled();
  endThrottle();
  await vi.advanceTimersByTimeAsync(200);
  expect(await results).toBe("served");
});

it("rejects queued reads when the server requests a long wait", async () => {
  vi.useFakeTimers();
  const { ask: enqueue, open, lane: queue, never } = scene();
  const results = Promise.allSettled([1, 2, 3, 4, 5, 6].map((name) => enqueue(name)));
  await vi.waitFor(() => expect(open).toHaveLength(4));
  const rejection = new HttpError(429, BODY, 120_000);
  open[0]?.fail(rejection);
  for (const read of open.slice(1)) read.end();
  const outcomes = await results;
  expect(names(open)).toEqual([1, 2, 3, 4]);
  expect(outcomes.map((each) => (each.status === "rejected" ? each.reason : each.value))).toEqual([
    rejection,
    2,
    3,
    4,
    rejection,
    rejection,
  ]);
  // A new read is sent, because the cooldown may be over.
  const read = vi.fn(async () => "served");
  expect(await queue.run(read, never)).toBe("served");
});
