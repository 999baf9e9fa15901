import { VisuallyHidden } from "@mantine/core";
import type { CSSProperties } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import {
  formatClock,
  formatDayName,
  formatHour,
  formatHourRange,
  knownCountLabel,
  timeChangeLabel,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import type { DayDeliveries, DayTimeChange } from "@/lib/schedule/deliveries-per-day";
import { formatCount } from "@/lib/text/numbers";
import { type CivilDay, formatCivilDay } from "@/lib/time/calendar-days";
import shared from "@/ui/theme/shared.module.css";
import classes from "./calendar-grid.module.css";
import type { MonthGridProps } from "./month-grid";
import { type CalendarCell, type CellButtonProps, nextWeekCell, useRovingCell } from "./use-roving-cell";

interface WeekGridProps extends Omit<MonthGridProps, "counted" | "maxPerDay"> {
  readonly maxPerHour: number;
  readonly openHour: number | null;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Initial tab stop, at the start of the working day. */
const FIRST_HOUR = 9;
const MAX_TITLES = 2;

export function WeekGrid(props: WeekGridProps) {
  const { label, shown, load, today, open, openHour } = props;
  const { grid, handleKeyDown, getButtonProps } = useRovingCell({
    ...props,
    firstHour: openHour ?? FIRST_HOUR,
    period: shown,
    getNextCell: nextWeekCell,
  });
  const days = Array.from({ length: shown.length }, (_, index) => shown.first + index);
  const commonCellProps = (cell: CalendarCell) => ({
    ...props,
    day: cell.day,
    load: load?.days[cell.day - shown.first] ?? null,
    isOpen: cell.day === open && cell.hour === openHour,
    button: getButtonProps(cell),
  });

  return (
    <table
      ref={grid}
      role="grid"
      aria-label={label}
      className={`${shared.card} ${shared.numeric} ${classes.grid} ${classes.week}`}
      aria-busy={load === null}
    >
      <thead onKeyDown={handleKeyDown}>
        <tr>
          <th scope="col">
            <VisuallyHidden>Hour</VisuallyHidden>
          </th>
          {days.map((each) => (
            <th key={each} scope="col" aria-current={each === today ? "date" : undefined}>
              <DayHeader {...commonCellProps({ day: each, hour: null })} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={handleKeyDown}>
        {HOURS.map((row) => (
          <tr key={row}>
            <th scope="row">{formatHour(row)}</th>
            {days.map((each) => (
              <HourCell key={each} {...commonCellProps({ day: each, hour: row })} hour={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface WeekCellProps {
  readonly day: CivilDay;
  readonly load: DayDeliveries<Subscription> | null;
  readonly isOpen: boolean;
  readonly button: CellButtonProps;
}

function DayHeader({ day, load, button }: WeekCellProps) {
  const count = load?.count ?? 0;
  const timeChange = timeChangeLabel(load?.timeChange?.minutes ?? 0);
  const name = [`${formatDayName(day)}: ${knownCountLabel(count, load?.isUnknown)}`, timeChange].filter(
    (part) => part !== null,
  );
  return (
    <button type="button" className={classes.weekday} {...button}>
      <VisuallyHidden>{name.join(". ")}</VisuallyHidden>
      <span aria-hidden="true" className={shared.dim}>
        {formatCivilDay(day, { weekday: "short" })}
      </span>
      <span aria-hidden="true" className={classes.number}>
        {formatCivilDay(day, { day: "numeric" })}
      </span>
      <span aria-hidden="true" className={classes.total}>
        {load === null ? "" : formatCount(count)}
      </span>
      {timeChange !== null && (
        <span aria-hidden="true" className={classes.timeChange}>
          DST
        </span>
      )}
    </button>
  );
}

interface HourCellProps extends WeekCellProps {
  readonly hour: number;
  readonly zone: string;
  readonly maxPerHour: number;
  readonly today: CivilDay;
}

function HourCell({ day, hour, load, zone, maxPerHour, isOpen, button }: HourCellProps) {
  const { names } = useSourceNames();
  const count = load?.hours[hour] ?? 0;
  const oddHour = describeOddHour(load?.timeChange ?? null, hour);
  const name = `${formatDayName(day)}, ${formatHourRange(hour)}: ${knownCountLabel(count, load?.isUnknown)}${oddHour === null ? "" : `. ${oddHour.label}`}`;
  const style: CSSProperties & Record<"--load", number> = { "--load": count / Math.max(1, maxPerHour) };
  const first = count > 0 && count <= MAX_TITLES ? (load?.entries(MAX_TITLES, hour) ?? []) : [];
  return (
    <td aria-selected={isOpen} data-odd={oddHour === null ? undefined : true}>
      <button
        type="button"
        className={classes.hour}
        data-busy={count > 0 || undefined}
        style={style}
        {...button}
      >
        <VisuallyHidden>{name}</VisuallyHidden>
        <span aria-hidden="true" className={classes.count} data-listed={first.length > 0 || undefined}>
          {count > 0 ? formatCount(count) : (oddHour?.mark ?? "")}
        </span>
        {first.length > 0 && (
          <span aria-hidden="true" className={classes.titles}>
            {first.map(({ row, at }) => (
              <span key={`${row.id} ${at}`}>
                {formatClock(at, zone)} {subscriptionTitle(row, names).text}
              </span>
            ))}
          </span>
        )}
      </button>
    </td>
  );
}

/** Describes an hour that a time change skips or repeats. Null for other hours. */
function describeOddHour(change: DayTimeChange | null, hour: number) {
  if (change === null || Math.abs(change.minutes) < 60) return null;
  const length = Math.abs(change.minutes) / 60;
  const from = change.minutes > 0 ? change.hour : change.hour - length;
  if (hour < from || hour >= from + length) return null;
  return change.minutes > 0
    ? { mark: "–", label: "Skipped by the time change" }
    : { mark: "2×", label: "Repeated by the time change" };
}
