import { setActiveTimeout } from "@/lib/time/active-timeout";
import type { LineMatch } from "./match-lines";
import type { RegexTask, RegexWorkerMessage } from "./trial-messages";

/** How a trial ended. */
export type RegexOutcome =
  | { readonly kind: "done"; readonly results: readonly LineMatch[] }
  | { readonly kind: "invalid"; readonly message: string }
  /** It took too long on the line behind these results. */
  | { readonly kind: "stopped"; readonly results: readonly LineMatch[] }
  /** No worker began, or it broke: then nothing is tried, as the page itself could not be stopped. */
  | { readonly kind: "unavailable" };

/** Milliseconds a trial may take. A pattern that needs longer for a few lines has no end in sight. */
export const TIME_LIMIT_MS = 1_000;
/** Milliseconds the worker's code may take to arrive. */
const START_TIMEOUT_MS = 15_000;

// Its name is allowed by the policy of src/app/security/trusted-types.ts.
function startRegexWorker(): Worker {
  return new Worker(new URL("./regex-runner.worker.ts", import.meta.url), { type: "module" });
}

/**
 * Tries a pattern in a worker of its own, which is ended when it is done, takes too long, or nobody waits any more.
 * @throws the signal's reason when it is aborted
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
