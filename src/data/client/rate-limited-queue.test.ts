import { expect, it, vi } from "vitest";
import { createRequestBudget } from "@/http/request-budget";
import { createRateLimitedQueue } from "./rate-limited-queue";

/** Creates a queue, and read requests that the test resolves itself. */
function scene() {
  const budget = createRequestBudget({ random: () => 0 });
  const queue = createRateLimitedQueue(budget);
  const open: { readonly name: number; readonly end: () => void }[] = [];
  const never = new AbortController().signal;

  function enqueue(name: number, signal = never): Promise<number> {
    return queue.run(() => {
      return new Promise<number>((resolve) => {
        open.push({ name, end: () => resolve(name) });
      });
    }, signal);
  }
  return { budget, queue, ask: enqueue, open, never };
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

it("sends nothing while the server refuses requests, until the user retries", async () => {
  vi.useFakeTimers();
  const { budget, queue, never } = scene();
  budget.pause(5_000);
  const read = vi.fn(async () => "served");
  const results = [queue.run(read, never), queue.run(read, never)];
  await vi.advanceTimersByTimeAsync(4_900);
  expect(read).not.toHaveBeenCalled();
  budget.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.all(results)).toEqual(["served", "served"]);
});
