import { Button } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { amountWords, clockWords, hourName } from "@/features/subscriptions/calendar/model/calendar-labels";
import type { DayLoad } from "@/lib/schedule/deliveries-per-day";
import { type CivilDay, formatCivilDay } from "@/lib/time/calendar-days";
import { SkeletonLines } from "@/ui/feedback/states";
import { IconButton } from "@/ui/primitives/link-button";
import { CloseIcon } from "@/ui/theme/icons";
import classes from "./day-details.module.css";
import { DayEntries } from "./day-entries";

interface OpenDayProps {
  readonly day: CivilDay;
  /** Null for the whole day. */
  readonly hour: number | null;
  /** Null while it is computed. */
  readonly load: DayLoad<Subscription> | null;
  readonly zone: string;
  /** Asked for all hours again. */
  readonly onWholeDay: () => void;
  readonly onClose: () => void;
}

const LIMIT = 100;

/** The list of one day, beside the calendar or below it. Another day or hour is another one, by its key. */
export function OpenDay({ day, hour, load, zone, onWholeDay, onClose }: OpenDayProps) {
  const id = useId();
  const heading = useFocusWhenOpened();
  const count = hour === null ? load?.count : load?.hours[hour];
  const clocks = clockWords(load?.clockChange?.minutes ?? 0);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  }

  return (
    <section className={classes.day} aria-labelledby={id} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
            {formatCivilDay(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}
          </h2>
          <p className={classes.amount}>
            {count !== undefined && `${hour === null ? "" : `${hourName(hour)}: `}${amountWords(count)}`}
            {clocks !== null && <span className={classes.clocks}>{`${clocks}.`}</span>}
          </p>
        </div>
        <IconButton label="Close the day" icon={<CloseIcon />} onClick={onClose} />
      </div>
      <div className={classes.body}>
        {hour !== null && (
          <Button variant="default" size="compact-sm" onClick={onWholeDay}>
            Show the whole day
          </Button>
        )}
        {load === null ? (
          <SkeletonLines n={4} />
        ) : count === 0 ? (
          <p className={classes.amount}>Nothing goes out then.</p>
        ) : (
          <DayEntries day={load} hour={hour} zone={zone} limit={LIMIT} />
        )}
      </div>
    </section>
  );
}

/** Gives the focus to the heading of a list that a person has opened; not to one that was there with the page. */
function useFocusWhenOpened(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What was pressed may be gone already, as the hour's button is.
    const focused = document.activeElement;
    if (focused?.closest("[data-calendar]")) heading.current?.focus();
  }, []);
  return heading;
}
