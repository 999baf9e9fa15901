import { Box, Button, Group, Stack } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useSourceNames } from "@/data/catalog/source-names";
import { getRecipients, subscriptionTitle } from "@/data/subscriptions/subscriptions";
import {
  type BusiestTimes,
  countFolded,
  deliveryCountLabel,
  formatClock,
  formatDayName,
  formatExactClock,
  formatHourRange,
  knownCountLabel,
  timeChangeLabel,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import type { CalendarSearchParams } from "@/features/subscriptions/calendar/model/calendar-search-params";
import { resolveZone } from "@/features/subscriptions/calendar/model/calendar-search-params";
import type { DayDeliveries, DeliveriesPerDay, DeliveryRange } from "@/lib/schedule/deliveries-per-day";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { type CivilDay, formatCivilDay } from "@/lib/time/calendar-days";
import { formatInstant } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { SkeletonLines } from "@/ui/feedback/states";
import { IconButton } from "@/ui/primitives/link-button";
import { Disclosure } from "@/ui/primitives/section";
import { CloseIcon, WarningIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./calendar.module.css";
import { MonthGrid } from "./month-grid";
import { cellKey } from "./use-roving-cell";
import { WeekGrid } from "./week-grid";

interface CalendarBodyProps {
  readonly address: CalendarSearchParams;
  readonly span: DeliveryRange;
  readonly load: DeliveriesPerDay<Subscription> | null;
  readonly peaks: BusiestTimes | null;
  readonly day: CivilDay;
  readonly today: CivilDay;
  readonly title: string;
  readonly weekStart: number;
  /** Replaces the URL by default. */
  readonly onNavigate: (
    changes: Partial<CalendarSearchParams>,
    options?: { readonly replace: boolean },
  ) => void;
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
  const commonProps = {
    shown: span,
    load,
    zone,
    today,
    open,
    weekStart,
    active: day,
    onActiveChange: (date: CivilDay) => onNavigate({ date, open: null, hour: null }),
    onOpen: (chosen: CivilDay, openHour: number | null) =>
      onNavigate({ date: chosen, open: chosen, hour: openHour }, { replace: false }),
  };

  function close() {
    // Moves focus to the cell of the closed day or hour, because the focused element is removed.
    const cell = cellKey({ day: open ?? day, hour });
    containerRef.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
    onNavigate({ date: open, open: null, hour: null });
  }

  return (
    <div ref={containerRef} className={classes.days} data-open={open !== null || undefined}>
      <div className={classes.layout}>
        {view === "month" && (
          <MonthGrid
            {...commonProps}
            label={`Deliveries in ${title} by day`}
            counted={span.counted}
            maxPerDay={peaks?.maxPerDay ?? 1}
          />
        )}
        {view === "week" && (
          <WeekGrid
            {...commonProps}
            label={`Deliveries in the week of ${title} by hour`}
            openHour={hour}
            maxPerHour={peaks?.maxPerHour ?? 1}
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
            onShowWholeDay={() => onNavigate({ hour: null })}
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

interface DayDetailsProps {
  readonly day: CivilDay;
  /** Hour from 0 to 23, or null for the whole day. */
  readonly hour: number | null;
  readonly load: DayDeliveries<Subscription> | null;
  readonly zone: string;
  readonly onShowWholeDay: () => void;
  readonly onClose: () => void;
}

const ENTRY_LIMIT = 100;

function DayDetails({ day, hour, load, zone, onShowWholeDay, onClose }: DayDetailsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Focuses the heading if the user opened the day in the calendar, but not on page load.
  useEffect(() => {
    if (document.activeElement?.closest("[data-calendar]")) heading.current?.focus();
  }, []);
  const count = hour === null ? load?.count : load?.hours[hour];
  const timeChange = timeChangeLabel(load?.timeChange?.minutes ?? 0);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  }

  return (
    <section className={`${shared.card} ${shared.divided}`} aria-labelledby={id} onKeyDown={handleKeyDown}>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between" p="10px 10px 8px 14px">
        <Box miw={0}>
          <h2 id={id} ref={heading} tabIndex={-1} className={shared.heading}>
            {formatCivilDay(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}
          </h2>
          <p className={shared.hint}>
            {count !== undefined &&
              `${hour === null ? "" : `${formatHourRange(hour)}: `}${knownCountLabel(count, load?.isUnknown)}`}
            {timeChange !== null && <span className={classes.timeChange}>{`${timeChange}.`}</span>}
          </p>
        </Box>
        <IconButton label="Close day" icon={<CloseIcon />} onClick={onClose} />
      </Group>
      <Stack gap="xs" align="flex-start" p="8px 14px 12px">
        {hour !== null && <Button onClick={onShowWholeDay}>Show whole day</Button>}
        {load === null ? (
          <SkeletonLines count={4} />
        ) : count === 0 ? (
          <p className={shared.hint}>{load.isUnknown ? "Deliveries unknown." : "No deliveries."}</p>
        ) : (
          <DayEntries day={load} hour={hour} zone={zone} limit={ENTRY_LIMIT} />
        )}
      </Stack>
    </section>
  );
}

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

/** Lists the deliveries of a day or hour. For a whole day, collapses daily deliveries into one line. */
function DayEntries({ day, hour, zone, limit }: DayEntriesProps) {
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
      <Disclosure summary={`Daily: ${deliveryCountLabel(foldedCount)}`}>
        {() => (
          <EntryList {...listProps} isDaily count={foldedCount} label={`Daily deliveries on ${listLabel}`} />
        )}
      </Disclosure>
    </>
  );
}

interface EntryListProps extends DayEntriesProps {
  /** Whether to list only daily deliveries, or only the others. Undefined lists all. */
  readonly isDaily?: boolean;
  readonly count: number;
  readonly label: string;
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
            {(mark === "skipped" || mark === "served") && (
              <span className={classes.mark}>
                <WarningIcon size={14} />
                <span>{describeMark(row, mark, zone)}</span>
              </span>
            )}
          </li>
        ))}
      </Box>
      {count > entries.length && (
        <Button onClick={() => setExtraCount(extraCount + PAGE_SIZE)}>
          {`Show ${formatCount(Math.min(PAGE_SIZE, count - entries.length))} more of ${formatCount(count)}`}
        </Button>
      )}
    </>
  );
}

function describeMark(row: Subscription, mark: "skipped" | "served", zone: string): string {
  return mark === "skipped"
    ? `In the schedule, but the server plans the next delivery for ${formatInstant(row.next_delivery_date ?? "", { zone })}.`
    : "Planned by the server, but not in the schedule.";
}
