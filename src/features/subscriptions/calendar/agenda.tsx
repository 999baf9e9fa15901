import { Box } from "@mantine/core";
import type { Subscription } from "@/contract/subscriptions";
import {
  deliveryCountLabel,
  formatDayName,
  timeChangeLabel,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import type { DeliveriesPerDay } from "@/lib/schedule/deliveries-per-day";
import type { CivilDay } from "@/lib/time/calendar-days";
import { SkeletonLines } from "@/ui/feedback/states";
import shared from "@/ui/theme/shared.module.css";
import classes from "./calendar.module.css";
import { DayEntries } from "./day-entries";

interface AgendaProps {
  readonly label: string;
  readonly load: DeliveriesPerDay<Subscription> | null;
  readonly zone: string;
  readonly today: CivilDay;
}

/** Limits the length of the page in months with thousands of deliveries. */
const MAX_ENTRIES_PER_DAY = 10;

export function Agenda({ label, load, zone, today }: AgendaProps) {
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
