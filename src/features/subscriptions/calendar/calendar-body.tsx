import { useRef } from "react";
import type { Subscription } from "@/contract/subscriptions";
import type { Peaks } from "@/features/subscriptions/calendar/model/calendar-labels";
import { type CalendarAddress, zoneOf } from "@/features/subscriptions/calendar/model/calendar-search-params";
import type { LoadRange, OccurrenceLoad } from "@/lib/schedule/deliveries-per-day";
import type { CivilDay } from "@/lib/time/calendar-days";
import { Agenda } from "./agenda";
import classes from "./calendar-body.module.css";
import { OpenDay } from "./day-details";
import { MonthGrid } from "./month-grid";
import { cellName, WeekGrid } from "./week-grid";

interface CalendarDaysProps {
  readonly address: CalendarAddress;
  readonly span: LoadRange;
  /** Null while it is computed. */
  readonly load: OccurrenceLoad<Subscription> | null;
  readonly peaks: Peaks | null;
  readonly day: CivilDay;
  readonly today: CivilDay;
  readonly title: string;
  readonly weekStart: number;
  readonly onGo: (part: Partial<CalendarAddress>, replace: boolean) => void;
}

/** The days in their layout, and beside them the list of the one that is open. */
export function CalendarDays(props: CalendarDaysProps) {
  const { address, span, load, peaks, day, today, title, weekStart, onGo } = props;
  const { view, hour } = address;
  // A day that the address names, but that is not among those that are computed, has no list.
  const isShown =
    address.open !== null && address.open >= span.first && address.open < span.first + span.length;
  const open = isShown ? address.open : null;
  const zone = zoneOf(address);
  const box = useRef<HTMLDivElement>(null);
  const openAt = (chosen: CivilDay, ofHour: number | null) =>
    onGo({ date: chosen, open: chosen, hour: ofHour }, false);
  const common = { load, zone, today, open, weekStart, active: day } as const;

  function close() {
    // The list goes with the focus in it: back to the cell that it was opened from.
    const cell = view === "week" ? cellName({ day: open ?? day, hour }) : String(open);
    box.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"]`)?.focus();
    onGo({ date: open, open: null, hour: null }, true);
  }

  return (
    <div ref={box} className={classes.days} data-open={open !== null || undefined}>
      <div className={classes.layout}>
        {view === "month" && (
          <MonthGrid
            {...common}
            label={`Deliveries in ${title} by day`}
            shown={span}
            counted={span.counted}
            mostOfDay={peaks?.mostOfDay ?? 1}
            onMove={(date) => onGo({ date, open: null, hour: null }, true)}
            onOpen={(chosen) => openAt(chosen, null)}
          />
        )}
        {view === "week" && (
          <WeekGrid
            {...common}
            label={`Deliveries from ${title} by hour`}
            shown={span}
            openHour={hour}
            mostOfHour={peaks?.mostOfHour ?? 1}
            onMove={(date) => onGo({ date, open: null, hour: null }, true)}
            onOpen={openAt}
          />
        )}
        {view === "list" && <Agenda label={`Deliveries in ${title}`} load={load} zone={zone} today={today} />}
      </div>
      {open !== null && (
        <div className={classes.open}>
          <OpenDay
            key={`${open} ${hour}`}
            day={open}
            hour={hour}
            load={load?.days[open - span.first] ?? null}
            zone={zone}
            onWholeDay={() => onGo({ hour: null }, true)}
            onClose={close}
          />
        </div>
      )}
    </div>
  );
}
