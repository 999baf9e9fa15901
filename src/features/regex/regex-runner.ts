import { setActiveTimeout } from "@/lib/time/active-timeout";
import type { LineMatch } from "./match-lines";
import type { RegexTask, RegexWorkerMessage } from "./trial-messages";

export type RegexOutcome =
  | { readonly kind: "done"; readonly results: readonly LineMatch[] }
  | { readonly kind: "invalid"; readonly message: string }
  /** The test reached the time limit on the line after the last result. */
  | { readonly kind: "stopped"; readonly results: readonly LineMatch[] }
  /**
   * The worker didn't start or has failed. There is no fallback to the main thread, where a slow
   * pattern would freeze the page.
   */
  | { readonly kind: "unavailable" };

/** Time limit for a test. A slower pattern probably backtracks exponentially. */
export const TIME_LIMIT_MS = 1_000;
/** Time limit for loading the worker. */
const START_TIMEOUT_MS = 15_000;

// src/app/security/trusted-types.ts allows this worker by its file name. Rename both together.
function startRegexWorker(): Worker {
  return new Worker(new URL("./regex-runner.worker.ts", import.meta.url), { type: "module" });
}

/**
 * Tests a pattern in a worker. Terminates the worker after the test, a timeout, or an abort.
 * @throws the signal's reason when aborted
 */
export function runRegex(task: RegexTask, signal: AbortSignal): Promise<RegexOutcome> {
  const results: LineMatch[] = [];
  let worker: Worker | undefined;
  let stopTimer = () => {};
  const outcomePromise = new Promise<RegexOutcome>((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    const abort = () => resolve({ kind: "unavailable" });
    const handleMessage = ({ data }: MessageEvent<RegexWorkerMessage>) => {
      switch (data.kind) {
        case "started":
          stopTimer();
          stopTimer = setActiveTimeout(TIME_LIMIT_MS, () => resolve({ kind: "stopped", results }));
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
      worker = startRegexWorker();
    } catch {
      return abort();
    }
    worker.addEventListener("message", handleMessage);
    worker.addEventListener("error", abort);
    stopTimer = setActiveTimeout(START_TIMEOUT_MS, abort);
    worker.postMessage(task);
  });
  return outcomePromise.finally(() => {
    stopTimer();
    worker?.terminate();
  });
}
