import { useEffect, useState } from "react";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { FIRST_SLICE_MS, runCooperatively, runSlice } from "@/lib/scheduler/cooperative-task";

/** Minimum time between two scans while the list loads, in ms. */
const SCAN_INTERVAL_MS = 1_500;

interface ScanRequest<Row, Result> {
  readonly rows: readonly Row[];
  readonly scan: (rows: readonly Row[]) => CooperativeTask<Result>;
}

/**
 * Creates a runner that scans the latest rows. A running scan finishes before new rows are scanned,
 * because a loading list would otherwise never have a result. A new `scan` function stops the
 * running scan. Scans the rows of the first request immediately if the list is short.
 */
function createScanRunner<Row, Result>({ rows, scan }: ScanRequest<Row, Result>) {
  const firstTask = scan(rows);
  const firstSlice = runSlice(firstTask, FIRST_SLICE_MS);
  let first: { readonly task: typeof firstTask; readonly slice: typeof firstSlice } | null = {
    task: firstTask,
    slice: firstSlice,
  };
  let latestRequest: ScanRequest<Row, Result> | null = null;
  let activeRun: { readonly request: ScanRequest<Row, Result>; readonly controller: AbortController } | null =
    null;

  async function run(request: ScanRequest<Row, Result>, onResult: (result: Result) => void): Promise<void> {
    const controller = new AbortController();
    activeRun = { request, controller };
    const { task, slice } = first ?? { task: request.scan(request.rows), slice: null };
    first = null;
    try {
      // The result of the first slice is already in use.
      if (slice === null) onResult(await runCooperatively(task, controller.signal));
      if (request.rows.length > 0) await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    if (controller.signal.aborted) return;
    activeRun = null;
    if (latestRequest !== null && latestRequest !== request) void run(latestRequest, onResult);
  }

  function stop(): void {
    activeRun?.controller.abort();
    activeRun = null;
  }

  return {
    /** Null if the first scan needs more than one slice. */
    firstResult: firstSlice?.result ?? null,
    submit(request: ScanRequest<Row, Result>, onResult: (result: Result) => void) {
      latestRequest = request;
      if (activeRun?.request.scan === request.scan) return;
      stop();
      void run(request, onResult);
    },
    stop,
  };
}

/**
 * Scans all rows in slices. Returns null before the first result, then the latest result. The first
 * render returns the result of a short list.
 * @param scan must be memoized, because a new function starts a new scan
 */
export function useHealthData<Row, Result>(
  rows: readonly Row[],
  scan: (rows: readonly Row[]) => CooperativeTask<Result>,
): Result | null {
  const [runner] = useState(() => createScanRunner({ rows, scan }));
  const [result, setResult] = useState<Result | null>(runner.firstResult);
  useEffect(() => () => runner.stop(), [runner]);
  useEffect(
    () => runner.submit({ rows, scan }, (newResult) => setResult(() => newResult)),
    [runner, rows, scan],
  );
  return result;
}
