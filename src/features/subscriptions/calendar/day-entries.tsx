import { useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import { formatDayName, formatHourRange } from "@/features/subscriptions/calendar/model/calendar-labels";
import { formatClock, formatExactClock } from "@/features/subscriptions/calendar/model/calendar-time";
import { getRecipients, subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import type { DayDeliveries, DayDelivery } from "@/lib/schedule/deliveries-per-day";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { formatInstant } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { Button } from "@/ui/primitives/button";
import { Link } from "@/ui/primitives/link";
import { WarningIcon } from "@/ui/theme/icons";
import classes from "./day-entries.module.css";

/** Rows that "Show more" adds. */
const PAGE_SIZE = 100;

interface DayEntriesProps {
  readonly day: DayDeliveries<Subscription>;
  /** Null for the whole day. */
  readonly hour: number | null;
  readonly zone: string;
  /** Initial number of rows. */
  readonly limit: number;
}

export function DayEntries({ day, hour, zone, limit }: DayEntriesProps) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const [extraCount, setExtraCount] = useState(0);
  const count = hour === null ? day.count : (day.hours[hour] ?? 0);
  const entries = day.entries(limit + extraCount, hour ?? undefined);
  const formatTime = day.timeChange === null ? formatClock : formatExactClock;
  const listLabel =
    hour === null ? formatDayName(day.day) : `${formatDayName(day.day)}, ${formatHourRange(hour)}`;
  return (
    <>
      <ul className={classes.list} aria-label={`Deliveries on ${listLabel}`}>
        {entries.map(({ row, at, mark }) => (
          <li key={`${row.id} ${at}`} className={classes.entry}>
            <time dateTime={new Date(at).toISOString()} className={classes.time}>
              {formatTime(at, zone)}
            </time>
            <Link to={paths.subscription(projectId, row.id)} className={classes.title}>
              {subscriptionTitle(row, names).text}
            </Link>
            <span className={classes.recipients}>
              {pluralize(getRecipients(row).length, "recipient", "recipients")}
            </span>
            {mark !== "computed" && (
              <span className={classes.note}>
                <WarningIcon size={14} />
                <span>{describeMark({ row, at, mark }, zone)}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {count > entries.length && (
        <Button variant="default" onClick={() => setExtraCount(extraCount + PAGE_SIZE)}>
          {`Show ${formatCount(Math.min(PAGE_SIZE, count - entries.length))} more of ${formatCount(count)}`}
        </Button>
      )}
    </>
  );
}

function describeMark({ row, mark }: DayDelivery<Subscription>, zone: string): string {
  const next = formatInstant(row.next_delivery_date ?? "", { zone });
  return mark === "skipped"
    ? `In the schedule, but the server plans the next delivery for ${next}.`
    : "Planned by the server, but not in the schedule.";
}
