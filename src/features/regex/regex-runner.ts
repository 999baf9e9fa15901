import { afterOwnTime } from "@/lib/time/active-timeout";
import type { LineResult } from "./match-lines";
import type { TrialNews, TrialTask } from "./trial-messages";

/** How a trial ended. */
export type TrialOutcome =
  | { readonly kind: "done"; readonly results: readonly LineResult[] }
  | { readonly kind: "invalid"; readonly message: string }
  /** It took too long on the line behind these results. */
  | { readonly kind: "stopped"; readonly results: readonly LineResult[] }
  /** No worker began, or it broke: then nothing is tried, as the page itself could not be stopped. */
  | { readonly kind: "unavailable" };

/** Milliseconds a trial may take. A pattern that needs longer for a few lines has no end in sight. */
export const TIME_LIMIT = 1_000;
/** Milliseconds the worker's code may take to arrive. */
const START_LIMIT = 15_000;

// Its name is allowed by the policy of src/app/security/trusted-types.ts.
function startWorker(): Worker {
  return new Worker(new URL("./regex-runner.worker.ts", import.meta.url), { type: "module" });
}

/**
 * Tries a pattern in a worker of its own, which is ended when it is done, takes too long, or nobody waits any more.
 * @throws the signal's reason when it is aborted
 */
export function tryPattern(task: TrialTask, signal: AbortSignal): Promise<TrialOutcome> {
  const results: LineResult[] = [];
  let worker: Worker | undefined;
  let stopTimer = () => {};
  const ended = new Promise<TrialOutcome>((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    const giveUp = () => resolve({ kind: "unavailable" });
    const hear = ({ data }: MessageEvent<TrialNews>) => {
      switch (data.kind) {
        case "started":
          stopTimer();
          stopTimer = afterOwnTime(TIME_LIMIT, () => resolve({ kind: "stopped", results }));
          break;
        case "line":
          results.push(data.result);
          break;
        case "invalid":
          resolve(data);
          break;
        case "done":
          resolve({ kind: "done", results });
      }
    };
    try {
      worker = startWorker();
    } catch {
      return giveUp();
    }
    worker.addEventListener("message", hear);
    worker.addEventListener("error", giveUp);
    stopTimer = afterOwnTime(START_LIMIT, giveUp);
    worker.postMessage(task);
  });
  return ended.finally(() => {
    stopTimer();
    worker?.terminate();
  });
}
