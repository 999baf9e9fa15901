import { type CSSProperties, type KeyboardEvent, useState } from "react";
import type { Subscription } from "@/contract/subscriptions";
import {
  amountWords,
  clockWords,
  dayName,
  hourName,
  hourText,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import { clockText } from "@/features/subscriptions/calendar/model/calendar-time";
import { titleOf } from "@/features/subscriptions/model/subscription-rules";
import type { ClockStep, DayLoad, DaySpan, OccurrenceLoad } from "@/lib/schedule/deliveries-per-day";
import { formatCount } from "@/lib/text/numbers";
import { type CivilDay, formatCivilDay } from "@/lib/time/calendar-days";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { cellAfterKey, type WeekCell } from "./calendar-grid-keys";
import { useRovingCell } from "./use-roving-cell";
import classes from "./week-grid.module.css";

interface WeekGridProps {
  readonly label: string;
  readonly shown: DaySpan;
  /** Null while it is computed. */
  readonly load: OccurrenceLoad<Subscription> | null;
  readonly zone: string;
  readonly mostOfHour: number;
  readonly active: CivilDay;
  readonly today: CivilDay;
  readonly open: CivilDay | null;
  readonly openHour: number | null;
  readonly weekStart: number;
  /** Asked for a day of another week. */
  readonly onMove: (day: CivilDay) => void;
  readonly onOpen: (day: CivilDay, hour: number | null) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The working day begins here: who looks at an empty week starts with it. */
const FIRST_HOUR = 9;
/** Titles that fit into an hour. */
const TITLES = 2;
/** The `data-cell` of a cell. */
export const cellName = ({ day, hour }: WeekCell) => `${day}/${hour ?? "day"}`;

/** A week as a grid of days and hours: arrows walk, Enter opens a day or an hour of it. */
export function WeekGrid(props: WeekGridProps) {
  const { label, shown, load, active, today, open, openHour, weekStart, onMove, onOpen } = props;
  const [hour, setHour] = useState<number | null>(openHour ?? FIRST_HOUR);
  const [day, setDay] = useState({ source: active, day: active });
  if (day.source !== active) setDay({ source: active, day: active });
  const cell: WeekCell = { day: day.source === active ? day.day : active, hour };
  const roving = useRovingCell(cell, cellName);
  const days = Array.from({ length: shown.length }, (_, index) => shown.first + index);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = cellAfterKey(event.key, roving.from(), weekStart);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    const isHere = next.day >= shown.first && next.day < shown.first + shown.length;
    const isStill = !roving.isOnItsWay();
    roving.focusSoon(next);
    setHour(next.hour);
    if (isHere && isStill) setDay({ source: active, day: next.day });
    else onMove(next.day);
  }

  function openCell(chosen: WeekCell) {
    roving.forget();
    setHour(chosen.hour);
    setDay({ source: active, day: chosen.day });
    onOpen(chosen.day, chosen.hour);
  }

  const cellProps = (each: WeekCell) => ({
    ...props,
    ...each,
    load: load?.days[each.day - shown.first] ?? null,
    isStop: cellName(each) === cellName(cell),
    isOpen: each.day === open && each.hour === openHour,
    onOpen: () => openCell(each),
  });

  return (
    <table
      ref={roving.grid}
      role="grid"
      aria-label={label}
      className={classes.grid}
      aria-busy={load === null}
    >
      <thead onKeyDown={onKeyDown}>
        <tr>
          <th scope="col" className={classes.corner}>
            <HiddenText>Hour</HiddenText>
          </th>
          {days.map((each) => (
            <th key={each} scope="col" aria-current={each === today ? "date" : undefined}>
              <DayHead {...cellProps({ day: each, hour: null })} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={onKeyDown}>
        {HOURS.map((row) => (
          <tr key={row}>
            <th scope="row" className={classes.hour}>
              {hourText(row)}
            </th>
            {days.map((each) => (
              <HourCell key={each} {...cellProps({ day: each, hour: row })} hour={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly day: CivilDay;
  readonly load: DayLoad<Subscription> | null;
  readonly isStop: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function DayHead({ day, load, isStop, onOpen }: CellProps) {
  const count = load?.count ?? 0;
  const clocks = clockWords(load?.clockChange?.minutes ?? 0);
  const name = [`${dayName(day)}: ${amountWords(count)}`, clocks].filter((part) => part !== null);
  return (
    <button
      type="button"
      className={classes.head}
      tabIndex={isStop ? 0 : -1}
      data-cell={cellName({ day, hour: null })}
      onClick={onOpen}
    >
      <HiddenText>{name.join(". ")}</HiddenText>
      <span aria-hidden="true" className={classes.weekday}>
        {formatCivilDay(day, { weekday: "short" })}
      </span>
      <span aria-hidden="true" className={classes.number}>
        {formatCivilDay(day, { day: "numeric" })}
      </span>
      <span aria-hidden="true" className={classes.total}>
        {load === null ? "" : formatCount(count)}
      </span>
      {clocks !== null && (
        <span aria-hidden="true" className={classes.clocks}>
          clocks
        </span>
      )}
    </button>
  );
}

interface HourCellProps extends CellProps {
  readonly hour: number;
  readonly zone: string;
  readonly mostOfHour: number;
  readonly today: CivilDay;
}

function HourCell({ day, hour, load, zone, mostOfHour, isStop, isOpen, onOpen }: HourCellProps) {
  const count = load?.hours[hour] ?? 0;
  const odd = oddHour(load?.clockChange ?? null, hour);
  const name = `${dayName(day)}, ${hourName(hour)}: ${amountWords(count)}${odd === null ? "" : `. ${odd.words}`}`;
  const style: CSSProperties & Record<"--load", number> = { "--load": count / Math.max(1, mostOfHour) };
  const first = count > 0 && count <= TITLES ? (load?.entries(TITLES, hour) ?? []) : [];
  return (
    <td aria-selected={isOpen} data-odd={odd === null ? undefined : true}>
      <button
        type="button"
        className={classes.cell}
        tabIndex={isStop ? 0 : -1}
        data-cell={cellName({ day, hour })}
        data-busy={count > 0 || undefined}
        style={style}
        onClick={onOpen}
      >
        <HiddenText>{name}</HiddenText>
        <span aria-hidden="true" className={classes.count}>
          {count > 0 ? formatCount(count) : (odd?.mark ?? "")}
        </span>
        {first.length > 0 && (
          <span aria-hidden="true" className={classes.titles}>
            {first.map(({ row, at }) => (
              <span key={`${row.id} ${at}`} className={classes.title}>
                {clockText(at, zone)} {titleOf(row).text}
              </span>
            ))}
          </span>
        )}
      </button>
    </td>
  );
}

/** An hour that the clocks leave out, or show twice. */
function oddHour(change: ClockStep | null, hour: number) {
  if (change === null || Math.abs(change.minutes) < 60) return null;
  const length = Math.abs(change.minutes) / 60;
  const from = change.minutes > 0 ? change.hour : change.hour - length;
  if (hour < from || hour >= from + length) return null;
  return change.minutes > 0
    ? { mark: "–", words: "The clocks leave this hour out" }
    : { mark: "2×", words: "The clocks show this hour twice" };
}
