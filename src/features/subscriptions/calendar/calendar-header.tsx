import { ActionIcon, Box, Group, Tooltip } from "@mantine/core";
import { Link } from "react-router-dom";
import {
  type BusiestTimes,
  formatHourRange,
  formatShortDay,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import {
  type CalendarSearchParams,
  type CalendarView,
  formatCalendarSearchParams,
  stepCalendar,
} from "@/features/subscriptions/calendar/model/calendar-search-params";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { LinkButton } from "@/ui/primitives/link-button";
import { ChevronRightIcon, WarningIcon } from "@/ui/theme/icons";
import { ChevronLeftIcon } from "@/ui/theme/icons-lazy";
import shared from "@/ui/theme/shared.module.css";
import classes from "./calendar.module.css";

interface CalendarHeaderProps {
  readonly address: CalendarSearchParams;
  /** A day in the visible period. */
  readonly day: number;
  readonly title: string;
}

const VIEW_OPTIONS = [
  { view: "month", label: "Month" },
  { view: "week", label: "Week" },
  { view: "list", label: "List" },
] as const;
const VIEW_UNITS: Readonly<Record<CalendarView, string>> = { month: "month", week: "week", list: "month" };

export function CalendarHeader({ address, day, title }: CalendarHeaderProps) {
  const { view, zone } = address;
  const linkTo = (changes: Partial<CalendarSearchParams>) => ({
    search: formatCalendarSearchParams({ ...address, ...changes }),
  });
  const closedParams = { open: null, hour: null };
  const unit = VIEW_UNITS[view];
  const browserZone = localZone();
  return (
    <Group gap="8px 16px" mb={10}>
      <Group gap={4} wrap="nowrap" data-no-print>
        <LinkButton to={linkTo({ ...closedParams, date: null })}>Today</LinkButton>
        {([-1, 1] as const).map((step) => {
          const label = step < 0 ? `Previous ${unit}` : `Next ${unit}`;
          return (
            <Tooltip key={step} label={label}>
              <ActionIcon
                component={Link}
                to={linkTo({ ...closedParams, date: stepCalendar(view, day, step) })}
                size="var(--ui-control)"
                aria-label={label}
              >
                {step < 0 ? <ChevronLeftIcon /> : <ChevronRightIcon />}
              </ActionIcon>
            </Tooltip>
          );
        })}
      </Group>
      <Box component="h2" miw={150} fz={17} lh="24px">
        {title}
      </Box>
      <Group gap="xs" className={classes.choices} data-no-print>
        {browserZone !== "UTC" && (
          <nav className={shared.segments} aria-label="Time zone">
            <ViewLink linkTo={linkTo({ zone: "own" })} isSelected={zone === "own"} label={browserZone} />
            <ViewLink linkTo={linkTo({ zone: "utc" })} isSelected={zone === "utc"} label="UTC" />
          </nav>
        )}
        <nav className={shared.segments} aria-label="View">
          {VIEW_OPTIONS.map((option) => (
            <ViewLink
              key={option.view}
              linkTo={linkTo({ view: option.view, date: day })}
              isSelected={view === option.view}
              label={option.label}
            />
          ))}
        </nav>
      </Group>
    </Group>
  );
}

interface ViewLinkProps {
  readonly linkTo: { readonly search: string };
  readonly isSelected: boolean;
  readonly label: string;
}

function ViewLink({ linkTo, isSelected, label }: ViewLinkProps) {
  return (
    <Link to={linkTo} aria-current={isSelected ? "true" : undefined}>
      {label}
    </Link>
  );
}

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
  const period = address.view === "week" ? `in the week of ${title}` : `in ${title}`;
  if (peaks.total === 0)
    return <p>{isCut ? `Deliveries ${period} are unknown` : `No deliveries ${period}`}</p>;
  const deliveries = isCut
    ? pluralize(peaks.total, "known delivery", "known deliveries")
    : pluralize(peaks.total, "delivery", "deliveries");
  return (
    <Group component="p" gap="0 16px" className={classes.summary} aria-busy={isBusy}>
      <span>
        {`${deliveries} ${period} from ${pluralize(subscriptionCount, "subscription", "subscriptions")}`}
      </span>
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
