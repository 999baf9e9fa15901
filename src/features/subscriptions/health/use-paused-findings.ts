import { useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useResumeDates } from "@/data/browser-storage/project-settings";
import { useApi } from "@/data/client/api-context";
import { isStoppedByServer } from "@/features/subscriptions/findings/health-rules";
import { getSubscriptionState } from "@/features/subscriptions/model/subscription-rules";
import { isResumeDue } from "@/features/subscriptions/pause/resume-reminder";
import { localZone } from "@/lib/time/dates";

export interface PausedFindings {
  /** Subscriptions that the server has paused and doesn't allow resuming. */
  readonly stopped: readonly Subscription[];
  /** Subscriptions whose reminder is due. */
  readonly due: readonly Subscription[];
}

/** Returns paused subscriptions that need to be repaired or resumed, in list order. */
export function usePausedFindings(records: readonly Subscription[], now: Date): PausedFindings {
  const { dates } = useResumeDates(useApi());
  return useMemo(() => {
    const zone = localZone();
    const paused = records.filter(
      (record) => record.enabled === false && getSubscriptionState(record, now) === "paused",
    );
    const stopped = paused.filter((record) => isStoppedByServer(record, now));
    const due = paused.filter(
      (record) => !isStoppedByServer(record, now) && isResumeDue(record, dates, now, zone),
    );
    return { stopped, due };
  }, [records, dates, now]);
}
