import { useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useResumeDates } from "@/data/browser-storage/resume-dates";
import { useApi } from "@/data/client/api-context";
import { localZone } from "@/lib/time/dates";
import { Notice } from "@/ui/feedback/states";
import classes from "./pause-notice.module.css";
import { ResumeDateField } from "./resume-date-field";
import { isResumeDue } from "./resume-reminder";

interface PauseNoticeProps {
  readonly record: Subscription;
  readonly explanation: string;
  readonly now: Date;
}

/** Explains why a record is paused. Lets the user set a reminder. */
export function PauseNotice({ record, explanation, now }: PauseNoticeProps) {
  const { dates, setDate } = useResumeDates(useApi());
  const [storageError, setStorageError] = useState<string | null>(null);
  const isDue = isResumeDue(record, dates, now, localZone());
  return (
    <Notice tone={isDue ? "warning" : "info"} {...(isDue && { title: "Reminder to resume" })}>
      <div className={classes.content}>
        <p>{explanation}</p>
        <ResumeDateField
          value={dates.get(record.id) ?? ""}
          error={storageError ?? undefined}
          onChange={(day) => setStorageError(setDate([record.id], day || null))}
        />
      </div>
    </Notice>
  );
}
