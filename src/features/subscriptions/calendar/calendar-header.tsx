import {
  type CalendarAddress,
  type CalendarView,
  writeCalendarAddress,
} from "@/features/subscriptions/calendar/model/calendar-search-params";
import { stepFrom } from "@/features/subscriptions/calendar/model/calendar-span";
import { localZone } from "@/lib/time/dates";
import { Link } from "@/ui/primitives/link";
import { IconButton, LinkButton } from "@/ui/primitives/link-button";
import { ChevronRightIcon } from "@/ui/theme/icons";
import { ChevronLeftIcon } from "@/ui/theme/icons-lazy";
import classes from "./calendar-header.module.css";

interface CalendarHeadProps {
  readonly address: CalendarAddress;
  /** The day around which the calendar stands. */
  readonly day: number;
  readonly title: string;
}

const VIEWS = [
  { view: "month", label: "Month" },
  { view: "week", label: "Week" },
  { view: "list", label: "List" },
] as const;
const UNITS: Readonly<Record<CalendarView, string>> = { month: "month", week: "week", list: "month" };

/** Where the calendar stands, and the ways on: to other days, another layout, another zone. All are addresses. */
export function CalendarHead({ address, day, title }: CalendarHeadProps) {
  const { view, zone } = address;
  const to = (part: Partial<CalendarAddress>) => ({ search: writeCalendarAddress({ ...address, ...part }) });
  const closed = { open: null, hour: null };
  const unit = UNITS[view];
  const ownZone = localZone();
  return (
    <div className={classes.head}>
      <div className={classes.steps} data-no-print>
        <LinkButton variant="default" to={to({ ...closed, date: null })}>
          Today
        </LinkButton>
        <IconButton
          label={`Previous ${unit}`}
          icon={<ChevronLeftIcon />}
          size={32}
          to={to({ ...closed, date: stepFrom(view, day, -1) })}
        />
        <IconButton
          label={`Next ${unit}`}
          icon={<ChevronRightIcon />}
          size={32}
          to={to({ ...closed, date: stepFrom(view, day, 1) })}
        />
      </div>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.choices} data-no-print>
        {ownZone !== "UTC" && (
          <nav className={classes.choice} aria-label="Time zone">
            <Choice to={to({ zone: "own" })} isChosen={zone === "own"} label={ownZone} />
            <Choice to={to({ zone: "utc" })} isChosen={zone === "utc"} label="UTC" />
          </nav>
        )}
        <nav className={classes.choice} aria-label="View">
          {VIEWS.map((each) => (
            <Choice
              key={each.view}
              to={to({ view: each.view, date: day })}
              isChosen={view === each.view}
              label={each.label}
            />
          ))}
        </nav>
      </div>
    </div>
  );
}

interface ChoiceProps {
  readonly to: { readonly search: string };
  readonly isChosen: boolean;
  readonly label: string;
}

function Choice({ to, isChosen, label }: ChoiceProps) {
  return (
    <Link to={to} className={classes.link} aria-current={isChosen ? "true" : undefined}>
      {label}
    </Link>
  );
}
