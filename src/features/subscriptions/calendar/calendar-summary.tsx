import { hourName, type Peaks, shortDayName } from "@/features/subscriptions/calendar/model/calendar-labels";
import {
  type CalendarAddress,
  writeCalendarAddress,
} from "@/features/subscriptions/calendar/model/calendar-search-params";
import { formatCount, plural } from "@/lib/text/numbers";
import { Link } from "@/ui/primitives/link";
import { WarningIcon } from "@/ui/theme/icons";
import classes from "./calendar-summary.module.css";

interface CalendarSummaryProps {
  readonly address: CalendarAddress;
  /** "November 2026". */
  readonly title: string;
  /** Null while it is computed. */
  readonly sums: {
    readonly peaks: Peaks;
    readonly deliveries: number;
    readonly differing: number;
  } | null;
  readonly isBusy: boolean;
}

/** What the days amount to, in words: how much, and when the most of it. */
export function CalendarSummary({ address, title, sums, isBusy }: CalendarSummaryProps) {
  const to = (day: number, hour: number | null) => ({
    search: writeCalendarAddress({ ...address, date: day, open: day, hour }),
  });
  if (sums === null) return <p className={classes.summary}>Computing…</p>;
  const { peaks, deliveries, differing } = sums;
  const where = address.view === "week" ? `in the week ${title}` : `in ${title}`;
  if (peaks.total === 0) return <p className={classes.summary}>{`Nothing goes out ${where}.`}</p>;
  return (
    <p className={classes.summary} aria-busy={isBusy}>
      <span>
        <strong>{plural(deliveries, "delivery", "deliveries")}</strong>
        {`, ${plural(peaks.total, "occurrence", "occurrences")} ${where}.`}
      </span>
      {peaks.day && (
        <span>
          Busiest day:{" "}
          <Link
            to={to(peaks.day.day, null)}
          >{`${shortDayName(peaks.day.day)} (${formatCount(peaks.day.count)})`}</Link>
        </span>
      )}
      {peaks.hour && (
        <span>
          Busiest hour:{" "}
          <Link to={to(peaks.hour.day, peaks.hour.hour)}>
            {`${shortDayName(peaks.hour.day)}, ${hourName(peaks.hour.hour)} (${formatCount(peaks.hour.count)})`}
          </Link>
        </span>
      )}
      {differing > 0 && (
        <span className={classes.differing}>
          <WarningIcon size={14} />
          {`The server plans ${plural(differing, "delivery", "deliveries")} otherwise; marked in the lists.`}
        </span>
      )}
    </p>
  );
}
