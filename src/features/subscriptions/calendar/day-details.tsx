import { Button } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import type { Subscription } from "@/contract/subscriptions";
import {
  formatHourRange,
  knownCountLabel,
  timeChangeLabel,
} from "@/features/subscriptions/calendar/model/calendar-labels";
import type { DayDeliveries } from "@/lib/schedule/deliveries-per-day";
import { type CivilDay, formatCivilDay } from "@/lib/time/calendar-days";
import { SkeletonLines } from "@/ui/feedback/states";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon } from "@/ui/theme/icons";
import classes from "./day-details.module.css";
import { DayEntries } from "./day-entries";

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

export function DayDetails({ day, hour, load, zone, onShowWholeDay, onClose }: DayDetailsProps) {
  const id = useId();
  const heading = useFocusOnOpen();
  const count = hour === null ? load?.count : load?.hours[hour];
  const timeChange = timeChangeLabel(load?.timeChange?.minutes ?? 0);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  }

  return (
    <section className={classes.day} aria-labelledby={id} onKeyDown={handleKeyDown}>
      <div className={classes.header}>
        <div className={classes.message}>
          <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
            {formatCivilDay(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}
          </h2>
          <p className={classes.count}>
            {count !== undefined &&
              `${hour === null ? "" : `${formatHourRange(hour)}: `}${knownCountLabel(count, load?.isUnknown)}`}
            {timeChange !== null && <span className={classes.timeChange}>{`${timeChange}.`}</span>}
          </p>
        </div>
        <IconButton label="Close day" icon={<CloseIcon />} onClick={onClose} />
      </div>
      <div className={classes.body}>
        {hour !== null && (
          <Button variant="default" onClick={onShowWholeDay}>
            Show whole day
          </Button>
        )}
        {load === null ? (
          <SkeletonLines count={4} />
        ) : count === 0 ? (
          <p className={classes.count}>{load.isUnknown ? "Deliveries unknown." : "No deliveries."}</p>
        ) : (
          <DayEntries day={load} hour={hour} zone={zone} limit={ENTRY_LIMIT} />
        )}
      </div>
    </section>
  );
}

/** Focuses the heading if the user opened the day in the calendar. Doesn't move focus on page load. */
function useFocusOnOpen(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const activeElement = document.activeElement;
    if (activeElement?.closest("[data-calendar]")) heading.current?.focus();
  }, []);
  return heading;
}
