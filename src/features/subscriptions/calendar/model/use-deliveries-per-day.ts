import { useCallback, useDeferredValue, useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useSourceChecks } from "@/data/catalog/check-sources";
import { isSending } from "@/features/subscriptions/model/subscription-rules";
import type { DeliveryRange } from "@/lib/schedule/deliveries-per-day";
import { countDeliveries } from "@/lib/schedule/deliveries-per-day";
import { runToCompletion } from "@/lib/scheduler/cooperative-task";
import { useSlicedTask } from "@/ui/hooks/use-sliced-task";

// Computing a month for this many rows is faster than painting it.
const MAX_SYNC_ROWS = 1_000;
const NO_ROWS: readonly Subscription[] = [];

/**
 * Computes deliveries per day. Processes more than `MAX_SYNC_ROWS` rows in slices, so that the page
 * stays responsive. `load` is null until the first result for the current days.
 * @param range must be memoized, because a new object starts a new computation
 */
export function useDeliveriesPerDay(rows: readonly Subscription[], range: DeliveryRange) {
  const checks = useSourceChecks();
  const count = useCallback(
    (request: { readonly rows: readonly Subscription[] }) =>
      countDeliveries(request.rows, range, (record) => isSending(record, checks)),
    [range, checks],
  );
  const isSynchronous = rows.length <= MAX_SYNC_ROWS;
  const synchronousLoad = useMemo(
    () => (isSynchronous ? runToCompletion(count({ rows })) : null),
    [isSynchronous, rows, count],
  );
  const slicedRows = isSynchronous ? NO_ROWS : rows;
  const input = useMemo(() => ({ rows: slicedRows, range }), [slicedRows, range]);
  // Is deferred, because rendering the 168 hours of a week is also slow.
  const found = useDeferredValue(useSlicedTask(input, count));

  if (synchronousLoad) return { load: synchronousLoad, isBusy: false };
  const isCurrent = found !== null && found.input.rows !== NO_ROWS && isSameDays(found.input.range, range);
  return { load: isCurrent ? found.result : null, isBusy: found?.input !== input };
}

function isSameDays(left: DeliveryRange, right: DeliveryRange): boolean {
  return left.first === right.first && left.length === right.length && left.zone === right.zone;
}
