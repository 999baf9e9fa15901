import { Box } from "@mantine/core";
import { useRef } from "react";
import type { Subscription } from "@/api/subscriptions";
import {
  type BusiestTimes,
  deliveryCountLabel,
  formatDayName,
  timeChangeLabel,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import {
  type CalendarSearchParams,
  resolveZone,
} from "@/features/subscriptions/calendar/model/calendar-search-params";
import type { DeliveriesPerDay, DeliveryRange } from "@/lib/schedule/deliveries-per-day";
import type { CivilDay } from "@/lib/time/calendar-days";
import { SkeletonLines } from "@/ui/feedback/states";
import shared from "@/ui/theme/shared.module.css";
import classes from "./calendar.module.css";
import { DayDetails } from "./day-details";
import { DayEntries } from "./day-entries";
import { MonthGrid } from "./month-grid";
import { WeekGrid, weekCellKey } from "./week-grid";

interface CalendarBodyProps {
  readonly address: CalendarSearchParams;
  readonly span: DeliveryRange;
  readonly load: DeliveriesPerDay<Subscription> | null;
  readonly peaks: BusiestTimes | null;
  readonly day: CivilDay;
  readonly today: CivilDay;
  readonly title: string;
  readonly weekStart: number;
  readonly onNavigate: (changes: Partial<CalendarSearchParams>, replace: boolean) => void;
}

export function CalendarBody(props: CalendarBodyProps) {
  const { address, span, load, peaks, day, today, title, weekStart, onNavigate } = props;
  const { view, hour } = address;
  // The day in the URL may be outside the computed range.
  const isShown =
    address.open !== null && address.open >= span.first && address.open < span.first + span.length;
  const open = isShown ? address.open : null;
  const zone = resolveZone(address);
  const containerRef = useRef<HTMLDivElement>(null);
  const openDay = (chosen: CivilDay, openHour: number | null) =>
    onNavigate({ date: chosen, open: chosen, hour: openHour }, false);
  const commonProps = { load, zone, today, open, weekStart, active: day } as const;

  function close() {
    // Moves focus to the cell of the closed day or hour, because the focused element is removed.
    const cell = view === "week" ? weekCellKey({ day: open ?? day, hour }) : String(open);
    containerRef.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"]`)?.focus();
    onNavigate({ date: open, open: null, hour: null }, true);
  }

  return (
    <div ref={containerRef} className={classes.days} data-open={open !== null || undefined}>
      <div className={classes.layout}>
        {view === "month" && (
          <MonthGrid
            {...commonProps}
            label={`Deliveries in ${title} by day`}
            shown={span}
            counted={span.counted}
            maxPerDay={peaks?.maxPerDay ?? 1}
            onActiveChange={(date) => onNavigate({ date, open: null, hour: null }, true)}
            onOpen={(chosen) => openDay(chosen, null)}
          />
        )}
        {view === "week" && (
          <WeekGrid
            {...commonProps}
            label={`Deliveries in the week of ${title} by hour`}
            shown={span}
            openHour={hour}
            maxPerHour={peaks?.maxPerHour ?? 1}
            onActiveChange={(date) => onNavigate({ date, open: null, hour: null }, true)}
            onOpen={openDay}
          />
        )}
        {view === "list" && <Agenda label={`Deliveries in ${title}`} load={load} zone={zone} today={today} />}
      </div>
      {open !== null && (
        <div className={classes.open}>
          <DayDetails
            key={`${open} ${hour}`}
            day={open}
            hour={hour}
            load={load?.days[open - span.first] ?? null}
            zone={zone}
            onShowWholeDay={() => onNavigate({ hour: null }, true)}
            onClose={close}
          />
        </div>
      )}
    </div>
  );
}

interface AgendaProps {
  readonly label: string;
  readonly load: DeliveriesPerDay<Subscription> | null;
  readonly zone: string;
  readonly today: CivilDay;
}

/** Limits the length of the page in months with thousands of deliveries. */
const MAX_ENTRIES_PER_DAY = 10;

function Agenda({ label, load, zone, today }: AgendaProps) {
  if (load === null) return <SkeletonLines count={12} />;
  const days = load.days.filter(({ count }) => count > 0);
  return (
    <section aria-label={label} className={`${shared.card} ${shared.divided}`} hidden={days.length === 0}>
      {days.map((day) => (
        <section key={day.day} className={classes.agendaDay} aria-label={formatDayName(day.day)}>
          <div>
            <h3 className={classes.agendaTitle}>
              {formatDayName(day.day)}
              {day.day === today && (
                <Box component="span" ms="xs" c="var(--ui-accent-text)" fz="xs" fw={500}>
                  Today
                </Box>
              )}
            </h3>
            <p className={shared.hint}>
              {deliveryCountLabel(day.count)}
              {day.timeChange !== null && (
                <span className={classes.timeChange}>{`${timeChangeLabel(day.timeChange.minutes)}.`}</span>
              )}
            </p>
          </div>
          <div>
            <DayEntries day={day} hour={null} zone={zone} limit={MAX_ENTRIES_PER_DAY} />
          </div>
        </section>
      ))}
    </section>
  );
}
