import { Group } from "@mantine/core";
import { Link } from "react-router-dom";
import {
  type BusiestTimes,
  formatHourRange,
  formatShortDay,
  periodTotalMessage,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import {
  type CalendarSearchParams,
  formatCalendarSearchParams,
} from "@/features/subscriptions/calendar/model/calendar-search-params";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { WarningIcon } from "@/ui/theme/icons";
import classes from "./calendar.module.css";

interface CalendarSummaryProps {
  readonly address: CalendarSearchParams;
  /** Name of the period, such as "November 2026". */
  readonly title: string;
  /** Null while the deliveries are being computed. */
  readonly totals: {
    readonly peaks: BusiestTimes;
    readonly subscriptionCount: number;
    readonly mismatchCount: number;
    /** Whether deliveries at the end of the period are unknown. */
    readonly isCut: boolean;
  } | null;
  readonly isBusy: boolean;
}

export function CalendarSummary({ address, title, totals, isBusy }: CalendarSummaryProps) {
  const linkTo = (day: number, hour: number | null) => ({
    search: formatCalendarSearchParams({ ...address, date: day, open: day, hour }),
  });
  if (totals === null) return <p>Calculating…</p>;
  const { peaks, subscriptionCount, mismatchCount, isCut } = totals;
  const totalMessage = periodTotalMessage({
    deliveryCount: peaks.total,
    subscriptionCount,
    period: address.view === "week" ? `in the week of ${title}` : `in ${title}`,
    isCut,
  });
  if (peaks.total === 0) return <p>{totalMessage}</p>;
  return (
    <Group component="p" gap="0 16px" className={classes.summary} aria-busy={isBusy}>
      <span>{totalMessage}</span>
      {peaks.day && (
        <span>
          Busiest day:{" "}
          <Link
            to={linkTo(peaks.day.day, null)}
          >{`${formatShortDay(peaks.day.day)} (${formatCount(peaks.day.count)})`}</Link>
        </span>
      )}
      {peaks.hour && (
        <span>
          Busiest hour:{" "}
          <Link to={linkTo(peaks.hour.day, peaks.hour.hour)}>
            {`${formatShortDay(peaks.hour.day)}, ${formatHourRange(peaks.hour.hour)} (${formatCount(peaks.hour.count)})`}
          </Link>
        </span>
      )}
      {mismatchCount > 0 && (
        <Group component="span" gap={6} wrap="nowrap" display="inline-flex" c="var(--ui-warning)">
          <WarningIcon size={14} />
          {`For ${pluralize(mismatchCount, "subscription", "subscriptions")}, the server's next delivery doesn't match the schedule.`}
        </Group>
      )}
    </Group>
  );
}
