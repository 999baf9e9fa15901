import { VisuallyHidden } from "@mantine/core";
import type { Subscription } from "@/api/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { subscriptionTitle } from "@/data/subscriptions/subscriptions";
import {
  countFolded,
  formatClock,
  formatDayName,
  knownCountLabel,
  timeChangeLabel,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import type { DayDeliveries, DaySpan, DeliveriesPerDay } from "@/lib/schedule/deliveries-per-day";
import { formatCount, pluralForm } from "@/lib/text/numbers";
import { type CivilDay, formatCivilDay } from "@/lib/time/calendar-days";
import shared from "@/ui/theme/shared.module.css";
import classes from "./calendar-grid.module.css";
import { type CellButtonProps, nextMonthCell, useRovingCell } from "./use-roving-cell";

export interface MonthGridProps {
  readonly label: string;
  readonly shown: DaySpan;
  readonly counted: DaySpan;
  readonly load: DeliveriesPerDay<Subscription> | null;
  readonly zone: string;
  readonly maxPerDay: number;
  readonly active: CivilDay;
  readonly today: CivilDay;
  readonly open: CivilDay | null;
  readonly weekStart: number;
  /** Called when the user moves to another month or week. */
  readonly onActiveChange: (day: CivilDay) => void;
  readonly onOpen: (day: CivilDay, hour: number | null) => void;
}

const MAX_TITLES = 3;

export function MonthGrid(props: MonthGridProps) {
  const { label, shown, counted, load } = props;
  const { grid, handleKeyDown, getButtonProps } = useRovingCell({
    ...props,
    firstHour: null,
    period: counted,
    getNextCell: nextMonthCell,
  });
  const days = Array.from({ length: shown.length }, (_, index) => shown.first + index);
  const weeks = Array.from({ length: shown.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));

  return (
    <table
      ref={grid}
      role="grid"
      aria-label={label}
      className={`${shared.card} ${classes.grid} ${classes.month}`}
      aria-busy={load === null}
    >
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th key={day} scope="col" abbr={formatCivilDay(day, { weekday: "long" })}>
              {formatCivilDay(day, { weekday: "short" })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={handleKeyDown}>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <MonthCell
                key={day}
                {...props}
                day={day}
                load={load?.days[day - shown.first] ?? null}
                button={getButtonProps({ day, hour: null })}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MonthCellProps extends Pick<MonthGridProps, "counted" | "zone" | "maxPerDay" | "today" | "open"> {
  readonly day: CivilDay;
  readonly load: DayDeliveries<Subscription> | null;
  readonly button: CellButtonProps;
}

function MonthCell({ day, load, counted, zone, maxPerDay, today, open, button }: MonthCellProps) {
  const count = load?.count ?? 0;
  const timeChange = timeChangeLabel(load?.timeChange?.minutes ?? 0);
  const isOutsideMonth = day < counted.first || day >= counted.first + counted.length;
  const name = [
    `${formatDayName(day)}: ${load === null ? "calculating" : knownCountLabel(count, load.isUnknown)}`,
    day === today ? "today" : null,
    timeChange,
  ];
  return (
    <td
      aria-selected={day === open}
      aria-current={day === today ? "date" : undefined}
      data-outside={isOutsideMonth || undefined}
      data-past={day < today || undefined}
    >
      <button type="button" className={classes.day} {...button}>
        <VisuallyHidden>{name.filter((part) => part !== null).join(". ")}</VisuallyHidden>
        <span className={classes.head} aria-hidden="true">
          <span className={classes.number}>{formatCivilDay(day, { day: "numeric" })}</span>
          {timeChange !== null && <span className={classes.timeChange}>DST</span>}
          {count > 0 && (
            <span className={classes.total}>
              {formatCount(count)}
              <span className={classes.unit}>{pluralForm(count, " delivery", " deliveries")}</span>
            </span>
          )}
        </span>
        <span
          className={classes.bar}
          style={{ inlineSize: count > 0 ? `${Math.max(6, (count / maxPerDay) * 100)}%` : 0 }}
          aria-hidden="true"
        />
        {load !== null && count > 0 && <EntryTitles load={load} zone={zone} />}
      </button>
    </td>
  );
}

function EntryTitles({ load, zone }: { readonly load: DayDeliveries<Subscription>; readonly zone: string }) {
  const { names } = useSourceNames();
  const foldedCount = countFolded(load);
  const otherCount = load.count - foldedCount;
  // When not all deliveries fit, the last line is "n more, n daily".
  const limit = foldedCount > 0 || otherCount > MAX_TITLES ? MAX_TITLES - 1 : MAX_TITLES;
  const first = load.entries(limit, undefined, foldedCount > 0 ? false : undefined);
  const moreCount = otherCount - first.length;
  const hidden = [
    moreCount > 0 && `${formatCount(moreCount)} more`,
    foldedCount > 0 && `${formatCount(foldedCount)} daily`,
  ].filter(Boolean);
  return (
    <span className={classes.titles} aria-hidden="true">
      {first.map(({ row, at }) => (
        <span key={`${row.id} ${at}`}>
          <span className={`${shared.dim} ${shared.numeric}`}>{formatClock(at, zone)}</span>{" "}
          {subscriptionTitle(row, names).text}
        </span>
      ))}
      {hidden.length > 0 && <span className={`${shared.dim} ${shared.numeric}`}>{hidden.join(", ")}</span>}
    </span>
  );
}
