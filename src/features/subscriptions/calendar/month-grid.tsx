import { type KeyboardEvent, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { amountWords, clockWords, dayName } from "@/features/subscriptions/calendar/model/calendar-labels";
import { clockText } from "@/features/subscriptions/calendar/model/calendar-time";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import type { DayLoad, DaySpan, OccurrenceLoad } from "@/lib/schedule/deliveries-per-day";
import { formatCount, plural, wordFor } from "@/lib/text/numbers";
import { type CivilDay, formatCivilDay } from "@/lib/time/calendar-days";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { dayAfterKey } from "./calendar-grid-keys";
import classes from "./month-grid.module.css";
import { useRovingCell } from "./use-roving-cell";

interface MonthGridProps {
  readonly label: string;
  readonly shown: DaySpan;
  readonly counted: DaySpan;
  /** Null while it is computed. */
  readonly load: OccurrenceLoad<Subscription> | null;
  readonly zone: string;
  readonly mostOfDay: number;
  readonly active: CivilDay;
  readonly today: CivilDay;
  readonly open: CivilDay | null;
  readonly weekStart: number;
  /** Asked for a day of another month. */
  readonly onMove: (day: CivilDay) => void;
  readonly onOpen: (day: CivilDay) => void;
}

const TITLES = 3;

/** A month as a grid of days: arrows walk, Enter opens a day. */
export function MonthGrid(props: MonthGridProps) {
  const { label, shown, counted, load, active, weekStart, onMove, onOpen } = props;
  const [cell, setCell] = useFollowing(active);
  const roving = useRovingCell(cell, String);
  const days = Array.from({ length: shown.length }, (_, index) => shown.first + index);
  const weeks = Array.from({ length: shown.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = dayAfterKey(event.key, roving.from(), weekStart);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    const isHere = next >= counted.first && next < counted.first + counted.length;
    const isStill = !roving.isOnItsWay();
    roving.focusSoon(next);
    // The address follows from month to month only: browsers allow a hundred changes in half a minute.
    if (isHere && isStill) setCell(next);
    else onMove(next);
  }

  return (
    <table
      ref={roving.grid}
      role="grid"
      aria-label={label}
      className={classes.grid}
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
      <tbody onKeyDown={onKeyDown}>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <MonthCell
                key={day}
                {...props}
                day={day}
                load={load?.days[day - shown.first] ?? null}
                isStop={day === cell}
                onOpen={() => {
                  roving.forget();
                  setCell(day);
                  onOpen(day);
                }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A state that starts anew whenever what it came from changes. */
function useFollowing(source: CivilDay): readonly [CivilDay, (day: CivilDay) => void] {
  const [state, setState] = useState({ source, day: source });
  if (state.source !== source) setState({ source, day: source });
  return [state.source === source ? state.day : source, (day) => setState({ source, day })];
}

interface MonthCellProps extends Pick<MonthGridProps, "counted" | "zone" | "mostOfDay" | "today" | "open"> {
  readonly day: CivilDay;
  readonly load: DayLoad<Subscription> | null;
  readonly isStop: boolean;
  readonly onOpen: () => void;
}

function MonthCell({ day, load, counted, zone, mostOfDay, today, open, isStop, onOpen }: MonthCellProps) {
  const count = load?.count ?? 0;
  const clocks = clockWords(load?.clockChange?.minutes ?? 0);
  const isOutside = day < counted.first || day >= counted.first + counted.length;
  const name = [
    `${dayName(day)}: ${load === null ? "being computed" : amountWords(count)}`,
    day === today ? "today" : null,
    clocks,
  ];
  return (
    <td
      aria-selected={day === open}
      aria-current={day === today ? "date" : undefined}
      data-outside={isOutside || undefined}
      data-past={day < today || undefined}
    >
      <button
        type="button"
        className={classes.day}
        tabIndex={isStop ? 0 : -1}
        data-cell={day}
        onClick={onOpen}
      >
        <HiddenText>{name.filter((part) => part !== null).join(". ")}</HiddenText>
        <span className={classes.head} aria-hidden="true">
          <span className={classes.number}>{formatCivilDay(day, { day: "numeric" })}</span>
          {clocks !== null && <span className={classes.clocks}>clocks</span>}
          {count > 0 && (
            <span className={classes.count}>
              {formatCount(count)}
              <span className={classes.word}>{wordFor(count, " delivery", " deliveries")}</span>
            </span>
          )}
        </span>
        <span className={classes.track} aria-hidden="true">
          {count > 0 && (
            <span
              className={classes.bar}
              style={{ inlineSize: `${Math.max(6, (count / mostOfDay) * 100)}%` }}
            />
          )}
        </span>
        {load !== null && count > 0 && <Titles load={load} zone={zone} />}
      </button>
    </td>
  );
}

function Titles({ load, zone }: { readonly load: DayLoad<Subscription>; readonly zone: string }) {
  // The last line says how many more there are, unless it fits.
  const first = load.entries(load.count > TITLES ? TITLES - 1 : TITLES);
  return (
    <span className={classes.titles} aria-hidden="true">
      {first.map(({ row, at }) => (
        <span key={`${row.id} ${at}`} className={classes.title}>
          <span className={classes.time}>{clockText(at, zone)}</span> {titleOf(row).text}
        </span>
      ))}
      {load.count > first.length && (
        <span className={classes.more}>{plural(load.count - first.length, "more", "more")}</span>
      )}
    </span>
  );
}
