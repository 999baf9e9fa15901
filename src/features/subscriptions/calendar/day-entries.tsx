import { Box, Button } from "@mantine/core";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import {
  countFolded,
  foldedLabel,
  formatClock,
  formatDayName,
  formatExactClock,
  formatHourRange,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import { getRecipients, subscriptionTitle } from "@/features/subscriptions/model/subscription-rules";
import type { DayDeliveries, DayDelivery } from "@/lib/schedule/deliveries-per-day";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { formatInstant } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { ChevronRightIcon, WarningIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./calendar.module.css";

/** Number of rows that "Show more" adds. */
const PAGE_SIZE = 100;

interface DayEntriesProps {
  readonly day: DayDeliveries<Subscription>;
  /** Hour from 0 to 23, or null for the whole day. */
  readonly hour: number | null;
  readonly zone: string;
  /** Initial number of rows. */
  readonly limit: number;
}

/**
 * Lists the deliveries of a day or hour. For a whole day, collapses daily deliveries into one line.
 */
export function DayEntries({ day, hour, zone, limit }: DayEntriesProps) {
  const foldedCount = hour === null ? countFolded(day) : 0;
  const listLabel =
    hour === null ? formatDayName(day.day) : `${formatDayName(day.day)}, ${formatHourRange(hour)}`;
  const listProps = { day, hour, zone, limit };
  if (foldedCount === 0) {
    const count = hour === null ? day.count : (day.hours[hour] ?? 0);
    return <EntryList {...listProps} count={count} label={`Deliveries on ${listLabel}`} />;
  }
  const otherCount = day.count - foldedCount;
  return (
    <>
      {otherCount > 0 && (
        <EntryList {...listProps} isDaily={false} count={otherCount} label={`Deliveries on ${listLabel}`} />
      )}
      <FoldedEntries {...listProps} count={foldedCount} label={`Daily deliveries on ${listLabel}`} />
    </>
  );
}

interface EntryListProps extends DayEntriesProps {
  /** Whether to list only daily deliveries, or only the others. Undefined lists all. */
  readonly isDaily?: boolean;
  readonly count: number;
  readonly label: string;
}

function FoldedEntries(props: EntryListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRightIcon size={14} />
        {foldedLabel(props.count)}
      </button>
      {isOpen && (
        <div id={id}>
          <EntryList {...props} isDaily />
        </div>
      )}
    </>
  );
}

function EntryList({ day, hour, zone, limit, isDaily, count, label }: EntryListProps) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const [extraCount, setExtraCount] = useState(0);
  const entries = day.entries(limit + extraCount, hour ?? undefined, isDaily);
  const formatTime = day.timeChange === null ? formatClock : formatExactClock;
  return (
    <>
      <Box component="ul" className={`${shared.list} ${shared.divided}`} w="100%" fz="sm" aria-label={label}>
        {entries.map(({ row, at, mark }) => (
          <li key={`${row.id} ${at}`} className={classes.entry}>
            <time dateTime={new Date(at).toISOString()} className={`${shared.dim} ${shared.numeric}`}>
              {formatTime(at, zone)}
            </time>
            <Link to={paths.subscription(projectId, row.id)} className={shared.titleLink}>
              {subscriptionTitle(row, names).text}
            </Link>
            <span className={`${shared.caption} ${shared.nowrap} ${shared.numeric}`}>
              {pluralize(getRecipients(row).length, "recipient", "recipients")}
            </span>
            {mark !== "computed" && (
              <span className={classes.mark}>
                <WarningIcon size={14} />
                <span>{describeMark({ row, at, mark }, zone)}</span>
              </span>
            )}
          </li>
        ))}
      </Box>
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
