import { useMemo } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useResumeDates } from "@/data/browser-storage/resume-dates";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { formatShortDay } from "@/features/subscriptions/calendar/model/calendar-labels";
import { subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import { getReminderDay } from "@/features/subscriptions/pause/resume-reminder";
import type { DaySpan } from "@/lib/schedule/deliveries-per-day";
import { formatCount } from "@/lib/text/numbers";
import { parseCivilDay } from "@/lib/time/calendar-days";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";

const MAX_SHOWN = 8;

interface CalendarRemindersProps {
  readonly records: readonly Subscription[];
  readonly span: DaySpan;
  readonly now: Date;
}

/** Lists the reminders of these days to resume paused subscriptions. Renders nothing without reminders. */
export function CalendarReminders({ records, span: { first, length }, now }: CalendarRemindersProps) {
  const api = useApi();
  const { names } = useSourceNames();
  const { dates } = useResumeDates(api);
  const reminders = useMemo(
    () =>
      records
        .flatMap((record) => {
          const day = parseCivilDay(getReminderDay(record, dates, now) ?? "");
          return day !== null && day >= first && day < first + length ? [{ record, day }] : [];
        })
        .toSorted((one, other) => one.day - other.day),
    [records, dates, now, first, length],
  );
  if (reminders.length === 0) return null;
  const hiddenCount = reminders.length - MAX_SHOWN;
  return (
    <Notice tone="info" title="Reminders in this browser to resume subscriptions">
      {reminders.slice(0, MAX_SHOWN).map(({ record, day }, index) => (
        <span key={record.id}>
          {index > 0 && ", "}
          <Link to={paths.subscription(api.projectId, record.id)}>
            {subscriptionTitle(record, names).text}
          </Link>
          {` (${formatShortDay(day)})`}
        </span>
      ))}
      {hiddenCount > 0 && `, and ${formatCount(hiddenCount)} more`}
    </Notice>
  );
}
