/** Work that may rest at every `yield`; between two of them it must stay far below a slice. */
export type CooperativeTask<Result> = Generator<void, Result>;

// A frame has 16 ms, and the page needs the other half.
const SLICE_MS = 8;

/** Does the work at once. */
export function runToCompletion<Result>(task: CooperativeTask<Result>): Result {
  let step = task.next();
  while (!step.done) step = task.next();
  return step.value;
}

/** Does the work in slices of at most 8 ms, the page being free before each. Rejects with the signal's reason. */
export async function runCooperatively<Result>(
  task: CooperativeTask<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    await yieldToMain();
    signal?.throwIfAborted();
    const end = performance.now() + SLICE_MS;
    do {
      const step = task.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
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

/** Not a timer: browsers hold those back for 4 ms. The channel is closed, as an open one keeps Node alive. */
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
