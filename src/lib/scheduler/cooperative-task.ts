/** Work that can be interrupted at each `yield`. Steps between yields must be much shorter than a slice. */
export type CooperativeTask<Result> = Generator<void, Result>;

// Half of a 16 ms frame. The other half is left for rendering.
const SLICE_MS = 8;

/** First slice of a new page's content. Shorter than a long task, which takes at least 50 ms. */
export const FIRST_SLICE_MS = 30;

/** Calls a function for each item. Yields after each `itemsPerStep` items. */
export function* forEachInSteps<Item>(
  items: readonly Item[],
  itemsPerStep: number,
  run: (item: Item, index: number) => void,
): CooperativeTask<void> {
  for (let start = 0; start < items.length; start += itemsPerStep) {
    items.slice(start, start + itemsPerStep).forEach((item, index) => run(item, start + index));
    yield;
  }
}

export function runToCompletion<Result>(task: CooperativeTask<Result>): Result {
  let step = task.next();
  while (!step.done) step = task.next();
  return step.value;
}

/** Runs a task for about `ms`. Returns its result, or null when the task needs another slice. */
export function runSlice<Result>(
  task: CooperativeTask<Result>,
  ms: number,
): { readonly result: Result } | null {
  const end = performance.now() + ms;
  do {
    const step = task.next();
    if (step.done) return { result: step.value };
  } while (performance.now() < end);
  return null;
}

/**
 * Runs a task in slices of about 8 ms. Yields to the main thread before each slice. Rejects with
 * the signal's reason when the signal aborts.
 */
export async function runCooperatively<Result>(
  task: CooperativeTask<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    await yieldToMain();
    signal?.throwIfAborted();
    const end = runSlice(task, SLICE_MS);
    if (end !== null) return end.result;
  }
}

interface YieldingScheduler {
  readonly yield: () => Promise<void>;
}

function canYield(scheduler: unknown): scheduler is YieldingScheduler {
  return typeof scheduler === "object" && scheduler !== null && "yield" in scheduler;
}

function yieldToMain(): Promise<void> {
  const scheduler: unknown = Reflect.get(globalThis, "scheduler");
  return canYield(scheduler) ? scheduler.yield() : waitForNextTask();
}

/**
 * Resolves in the next task. Uses a message channel, because browsers delay nested timers by 4 ms.
 * Closes the channel, because an open one prevents Node from exiting.
 */
function waitForNextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      "message",
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(null);
  });
}
