import { Button } from "@mantine/core";
import { useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { dayName, hourName } from "@/features/subscriptions/calendar/model/calendar-labels";
import { clockText, exactClockText } from "@/features/subscriptions/calendar/model/calendar-time";
import { recipientsOf, titleOf } from "@/features/subscriptions/model/subscription-rules";
import type { DayLoad, LoadEntry } from "@/lib/schedule/deliveries-per-day";
import { formatCount, plural } from "@/lib/text/numbers";
import { formatInstant } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { Link } from "@/ui/primitives/link";
import { WarningIcon } from "@/ui/theme/icons";
import classes from "./day-entries.module.css";

/** Rows that "Show more" adds. */
const STEP = 100;

interface DayEntriesProps {
  readonly day: DayLoad<Subscription>;
  /** Only this hour of it; null for the whole day. */
  readonly hour: number | null;
  readonly zone: string;
  /** How many are shown at first. */
  readonly limit: number;
}

/** What goes out on a day, in the order of time. */
export function DayEntries({ day, hour, zone, limit }: DayEntriesProps) {
  const { projectId } = useApi();
  const [more, setMore] = useState(0);
  const count = hour === null ? day.count : (day.hours[hour] ?? 0);
  const entries = day.entries(limit + more, hour ?? undefined);
  const timeOf = day.clockChange === null ? clockText : exactClockText;
  const what = hour === null ? dayName(day.day) : `${dayName(day.day)}, ${hourName(hour)}`;
  return (
    <>
      <ul className={classes.list} aria-label={`Deliveries on ${what}`}>
        {entries.map(({ row, at, mark }) => (
          <li key={`${row.id} ${at}`} className={classes.entry}>
            <time dateTime={new Date(at).toISOString()} className={classes.time}>
              {timeOf(at, zone)}
            </time>
            <Link to={paths.subscription(projectId, row.id)} className={classes.title}>
              {titleOf(row).text}
            </Link>
            <span className={classes.recipients}>
              {plural(recipientsOf(row).length, "recipient", "recipients")}
            </span>
            {mark !== "computed" && (
              <span className={classes.mark}>
                <WarningIcon size={14} />
                <span>{markWords({ row, at, mark }, zone)}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {count > entries.length && (
        <Button variant="default" size="compact-sm" onClick={() => setMore(more + STEP)}>
          {`Show ${formatCount(Math.min(STEP, count - entries.length))} more of ${formatCount(count)}`}
        </Button>
      )}
    </>
  );
}

/** What is different about an occurrence that the server plans otherwise. */
function markWords({ row, mark }: LoadEntry<Subscription>, zone: string): string {
  const next = formatInstant(row.next_delivery_date ?? "", { zone });
  return mark === "skipped"
    ? `The schedule gives it, but the server plans the next delivery for ${next}.`
    : "The server plans it; the schedule does not give it.";
}
