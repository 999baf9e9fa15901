import { useEffect, useLayoutEffect, useState } from "react";
import {
  type CooperativeTask,
  FIRST_SLICE_MS,
  runCooperatively,
  runSlice,
} from "@/lib/scheduler/cooperative-task";

/** Minimum time between two scans while the list loads, in ms. */
const SCAN_INTERVAL_MS = 1_500;

interface ScanRequest<Row, Result> {
  readonly rows: readonly Row[];
  readonly scan: (rows: readonly Row[]) => CooperativeTask<Result>;
}

interface ScanResult<Row, Result> extends ScanRequest<Row, Result> {
  readonly result: Result;
}

/**
 * Creates a runner that scans the latest rows. A running scan finishes first, because a loading list would otherwise
 * never have a result.
 */
function createScanRunner<Row, Result>(onResult: (scanResult: ScanResult<Row, Result>) => void) {
  let latestRequest: ScanRequest<Row, Result> | null = null;
  let activeRun: { readonly request: ScanRequest<Row, Result>; readonly controller: AbortController } | null =
    null;
  let isFirst = true;

  async function run(request: ScanRequest<Row, Result>): Promise<void> {
    const controller = new AbortController();
    activeRun = { request, controller };
    try {
      const task = request.scan(request.rows);
      const first = isFirst ? runSlice(task, FIRST_SLICE_MS) : null;
      isFirst = false;
      onResult({
        ...request,
        result: first ? first.result : await runCooperatively(task, controller.signal),
      });
      await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    if (controller.signal.aborted) return;
    activeRun = null;
    if (latestRequest !== null && latestRequest !== request) void run(latestRequest);
  }

  function stop(): void {
    activeRun?.controller.abort();
    activeRun = null;
  }

  return {
    submit(request: ScanRequest<Row, Result>) {
      latestRequest = request;
      if (activeRun?.request.scan === request.scan) return;
      stop();
      void run(request);
    },
    stop,
  };
}

/**
 * Scans all rows in slices. Returns null before the first result, then the last result.
 * @param scan must be memoized, because a new function starts a new scan
 */
export function useHealthData<Row, Result>(
  rows: readonly Row[],
  scan: (rows: readonly Row[]) => CooperativeTask<Result>,
): Result | null {
  const [scanResult, setScanResult] = useState<ScanResult<Row, Result> | null>(null);
  const [runner] = useState(() => createScanRunner<Row, Result>(setScanResult));
  useEffect(() => () => runner.stop(), [runner]);
  // A layout effect runs before the first paint, so that the result of a short list is painted immediately.
  useLayoutEffect(() => runner.submit({ rows, scan }), [runner, rows, scan]);
  return scanResult?.result ?? null;
}
