import { Box, Button, Group, Stack } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import type { Subscription } from "@/api/subscriptions";
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
import shared from "@/ui/theme/shared.module.css";
import classes from "./calendar.module.css";
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
        {hour !== null && (
          <Button variant="default" onClick={onShowWholeDay}>
            Show whole day
          </Button>
        )}
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

/** Focuses the heading if the user opened the day in the calendar. Doesn't move focus on page load. */
function useFocusOnOpen(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const activeElement = document.activeElement;
    if (activeElement?.closest("[data-calendar]")) heading.current?.focus();
  }, []);
  return heading;
}
