import { useMemo } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useResumeDates } from "@/data/browser-storage/resume-dates";
import { useApi } from "@/data/client/api-context";
import { isStoppedByServer } from "@/features/subscriptions/findings/health-rules";
import { isResumeDue } from "@/features/subscriptions/pause/due-resumes";
import { localZone } from "@/lib/time/dates";

export interface PausedFindings {
  /** Subscriptions that the server has paused and doesn't allow resuming. */
  readonly stopped: readonly Subscription[];
  /** Subscriptions whose resume date has come. */
  readonly due: readonly Subscription[];
}

/** Returns paused subscriptions that need to be repaired or resumed, in list order. */
export function usePausedFindings(records: readonly Subscription[], now: Date): PausedFindings {
  const { dates } = useResumeDates(useApi());
  return useMemo(() => {
    const zone = localZone();
    const paused = records.filter(({ enabled, deleted }) => enabled === false && !deleted);
    const stopped = paused.filter(isStoppedByServer);
    const due = paused.filter(
      (record) => !isStoppedByServer(record) && isResumeDue(record, dates, now, zone),
    );
    return { stopped, due };
  }, [records, dates, now]);
}
