import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import type { Api } from "@/data/client/api-context";
import { openSubscriptionCollections } from "@/data/subscriptions/subscription-collections";
import { hasFinding, isStoppedByServer } from "@/features/subscriptions/findings/health-rules";
import { useHealthData } from "@/features/subscriptions/health/use-health-data";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { formatCount, pluralForm } from "@/lib/text/numbers";
import { useNow } from "@/ui/hooks/use-now";
import { HiddenText } from "@/ui/primitives/hidden-text";
import classes from "./navigation.module.css";

const ROWS_PER_SLICE = 64;
const NO_RECORDS: readonly Subscription[] = [];

/** @param now ms since 1970 */
function* countUrgent(records: readonly Subscription[], now: number): CooperativeTask<number> {
  let count = 0;
  for (const [index, record] of records.entries()) {
    if (index % ROWS_PER_SLICE === 0) yield;
    if (
      isStoppedByServer(record, new Date(now)) ||
      hasFinding("overdue", record, now) ||
      hasFinding("never", record, now)
    )
      count += 1;
  }
  return count;
}

/** Returns the loaded subscriptions of a project. Sends no request. */
function useLoadedSubscriptions({ client, projectId }: Api): readonly Subscription[] {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const find = useCallback(
    () =>
      openSubscriptionCollections(queryClient, { client, projectId }).find(({ view }) => view === "active")
        ?.collection,
    [queryClient, client, projectId],
  );
  // Subscribes again on each page, because the page may have opened the list.
  const subscribe = useMemo(() => {
    const subscribeOn = (_page: string) => (onChange: () => void) =>
      find()?.subscribe(onChange) ?? (() => undefined);
    return subscribeOn(pathname);
  }, [find, pathname]);
  return useSyncExternalStore(subscribe, () => find()?.get().records ?? NO_RECORDS);
}

export function HealthCountContent({ client, projectId }: Api) {
  const api = useMemo(() => ({ client, projectId }), [client, projectId]);
  const records = useLoadedSubscriptions(api);
  const now = useNow().getTime();
  const scan = useCallback((rows: readonly Subscription[]) => countUrgent(rows, now), [now]);
  const count = useHealthData(records, scan) ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {formatCount(count)}
      <HiddenText>{pluralForm(count, " needs attention", " need attention")}</HiddenText>
    </span>
  );
}
