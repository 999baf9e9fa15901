import { startTransition, useEffect, useMemo, useState } from "react";
import type { Subscription } from "@/api/subscriptions";
import { isScheduled } from "@/features/subscriptions/findings/health-rules";
import type { DeliveriesPerDay, DeliveryRange } from "@/lib/schedule/deliveries-per-day";
import { countDeliveries } from "@/lib/schedule/deliveries-per-day";
import { runCooperatively, runToCompletion } from "@/lib/scheduler/cooperative-task";

// Computing a month for this many rows is faster than painting it.
const MAX_SYNC_ROWS = 1_000;

type Load = DeliveriesPerDay<Subscription>;

interface LoadRequest {
  readonly rows: readonly Subscription[];
  readonly range: DeliveryRange;
}

interface LoadResult extends LoadRequest {
  readonly load: Load;
}

export interface CurrentLoad {
  /** Null until the first result for the current days. */
  readonly load: Load | null;
  /** Whether a newer result is being computed. */
  readonly isBusy: boolean;
}

/**
 * Computes deliveries per day. Processes more than `MAX_SYNC_ROWS` rows in slices, so that the page
 * stays responsive.
 * @param range must be memoized, because a new object starts a new computation
 */
export function useDeliveriesPerDay(rows: readonly Subscription[], range: DeliveryRange): CurrentLoad {
  const isSynchronous = rows.length <= MAX_SYNC_ROWS;
  const synchronousLoad = useMemo(
    () => (isSynchronous ? runToCompletion(countDeliveries(rows, range, isScheduled)) : null),
    [isSynchronous, rows, range],
  );
  const [result, setResult] = useState<LoadResult | null>(null);
  // Uses a transition, because rendering the 168 hours of a week is also slow.
  const [runner] = useState(() => createLoadRunner((next) => startTransition(() => setResult(next))));
  useEffect(() => runner.stop, [runner]);
  useEffect(
    () => runner.submit(isSynchronous ? null : { rows, range }),
    [runner, isSynchronous, rows, range],
  );

  if (synchronousLoad) return { load: synchronousLoad, isBusy: false };
  const isCurrent = result !== null && isSameDays(result.range, range);
  return { load: isCurrent ? result.load : null, isBusy: result?.rows !== rows || result.range !== range };
}

function isSameDays(left: DeliveryRange, right: DeliveryRange): boolean {
  return left.first === right.first && left.length === right.length && left.zone === right.zone;
}

/**
 * Creates a runner that processes one request at a time. A request for different days aborts the
 * active request. Other requests wait until it has finished, and only the latest of them runs.
 */
function createLoadRunner(onResult: (result: LoadResult) => void) {
  let latestRequest: LoadRequest | null = null;
  let activeRun: { readonly request: LoadRequest; readonly controller: AbortController } | null = null;

  function stop(): void {
    latestRequest = null;
    activeRun?.controller.abort();
    activeRun = null;
  }

  async function run(request: LoadRequest): Promise<void> {
    const controller = new AbortController();
    activeRun = { request, controller };
    try {
      const load = await runCooperatively(
        countDeliveries(request.rows, request.range, isScheduled),
        controller.signal,
      );
      onResult({ ...request, load });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      return;
    }
    activeRun = null;
    if (latestRequest !== null && latestRequest !== request) void run(latestRequest);
  }

  return {
    stop,
    submit(request: LoadRequest | null): void {
      if (request === null) return stop();
      if (activeRun !== null && !isSameDays(activeRun.request.range, request.range)) stop();
      latestRequest = request;
      if (activeRun === null) void run(request);
    },
  };
}
