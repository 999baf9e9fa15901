import "@mantine/core/styles/Chip.layer.css";
import { Box, Button, Chip, Group } from "@mantine/core";
import { type Control, type UseFormReturn, useController, useFormState, useWatch } from "react-hook-form";
import { FREQUENCIES, SET_POSITIONS } from "@/api/subscriptions";
import {
  hasPositionField,
  isSameList,
  isUtcDayDifferent,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
  suggestStart,
  suggestWeekdays,
} from "@/features/subscriptions/schema/subscription-form-values";
import { appliesPosition } from "@/lib/schedule/schedule-rule";
import { upperFirst } from "@/lib/text/normalize-text";
import { fromLocalInput, WEEKDAYS } from "@/lib/time/calendar-days";
import { zoneOffsetLabel } from "@/lib/time/dates";
import { useNow } from "@/ui/feedback/time-stamp";
import { ChoiceGroup, DateTimeField, SegmentedField, SelectField, TextField } from "@/ui/form/fields";
import { FormField } from "@/ui/form/form-field";
import { HelpText, HelpTip } from "@/ui/overlay/panel";
import classes from "./schedule-fields.module.css";

interface ScheduleFieldsProps {
  readonly form: UseFormReturn<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

/** Shows the fields as a sentence: "Every 1 week on Mon, Wed at 09:00, starting 30 Nov". */
export function ScheduleFields({ form, origin }: ScheduleFieldsProps) {
  const { control } = form;
  const change = useScheduleChange(form, origin);
  const [interval, frequency, weekdays, position] = useWatch({
    control,
    name: ["interval", "frequency", "weekdays", "position"],
  });
  const suffix = interval.trim() === "1" ? "" : "s";
  return (
    <fieldset className={classes.schedule}>
      <legend>Schedule</legend>
      <div className={classes.sentence}>
        <div className={`${classes.field} ${classes.interval}`}>
          <FormField as={TextField} control={control} name="interval" inputMode="numeric" label="Every" />
        </div>
        <div className={`${classes.field} ${classes.unit}`}>
          <FormField
            as={SelectField}
            control={control}
            name="frequency"
            onChange={(value) => change({ frequency: value })}
            aria-label="Unit"
            options={includeUnknownOption(FREQUENCIES, origin.values.frequency).map((value) => {
              const unit = FREQUENCY_UNITS.get(value);
              return { value, label: unit === undefined ? value : `${unit}${suffix}` };
            })}
          />
        </div>
        <span aria-hidden="true">on</span>
        {hasPositionField({ frequency, weekdays, position }, origin) && (
          <div className={`${classes.field} ${classes.position}`}>
            <FormField
              as={SelectField}
              control={control}
              name="position"
              aria-label={`Position in ${FREQUENCY_UNITS.get(frequency) ?? "period"}`}
              options={includeUnknownOption(["", ...SET_POSITIONS.map(String)], origin.values.position).map(
                (value) => ({ value, label: POSITION_LABELS.get(value) ?? `position ${value}` }),
              )}
            />
            <PositionHelp />
          </div>
        )}
        <WeekdaysField control={control} origin={origin} onChange={(days) => change({ weekdays: days })} />
        <StartFields control={control} origin={origin} onTimeChange={(time) => change({ time })} />
      </div>
    </fieldset>
  );
}

const FREQUENCY_UNITS = new Map([
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["yearly", "year"],
]);

const POSITION_LABELS = new Map([
  ["", "every"],
  ["1", "the first"],
  ["2", "the second"],
  ["3", "the third"],
  ["4", "the fourth"],
  ["-1", "the last"],
]);

interface ScheduleChange {
  readonly frequency?: string;
  readonly weekdays?: string[];
  readonly time?: string;
}

/**
 * Returns a function that changes the schedule. The function also moves the start of a new
 * subscription to its first delivery, unless the user has entered another start.
 */
function useScheduleChange(
  form: UseFormReturn<SubscriptionFormValues>,
  origin: SubscriptionFormOrigin,
): (change: ScheduleChange) => void {
  const now = useNow();
  const { zone, record } = origin;
  const { isSubmitted } = useFormState({ control: form.control });
  const options = { shouldDirty: true, shouldTouch: true, shouldValidate: isSubmitted };

  return (change) => {
    const before = form.getValues();
    const [day = "", timeBefore = ""] = before.start.split("T");
    const { frequency = before.frequency, time = timeBefore } = change;
    const hasSuggestedStart = record === null && before.start === suggestStart(before, timeBefore, zone, now);
    const hasSuggestedWeekdays =
      hasSuggestedStart &&
      isSameList(before.weekdays, suggestWeekdays(before.frequency, timeBefore, zone, now));
    const kept = hasSuggestedWeekdays ? suggestWeekdays(frequency, time, zone, now) : before.weekdays;
    const { weekdays = kept } = change;
    const suggestedStart = hasSuggestedStart ? suggestStart({ frequency, weekdays }, time, zone, now) : "";
    const start = suggestedStart || (day === "" && time === "" ? "" : `${day}T${time}`);
    if (frequency !== before.frequency) form.setValue("frequency", frequency, options);
    if (!isSameList(weekdays, before.weekdays)) form.setValue("weekdays", weekdays, options);
    if (start !== before.start) form.setValue("start", start, options);
  };
}

interface FieldProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

interface WeekdaysFieldProps extends FieldProps {
  readonly onChange: (weekdays: string[]) => void;
}

function WeekdaysField({ control, origin, onChange }: WeekdaysFieldProps) {
  const [start, frequency, position] = useWatch({ control, name: ["start", "frequency", "position"] });
  const { field, fieldState } = useController({ control, name: "weekdays", rules: { deps: ["position"] } });
  const unknownDays = field.value.filter((day) => !isWeekday(day));
  return (
    <div className={classes.weekdays}>
      <ChoiceGroup
        label="Weekdays"
        isLabelHidden
        description={
          describeWeekdays(field.value, start, origin.zone) ??
          describePosition({ frequency, position, weekdays: field.value }, origin)
        }
        error={fieldState.error?.message}
      >
        {(group) => (
          <Chip.Group
            multiple
            value={field.value}
            onChange={(selected) =>
              onChange([...WEEKDAYS.filter((day) => selected.includes(day)), ...unknownDays])
            }
          >
            <Group gap={4} role="group" {...group}>
              {WEEKDAYS.map((day, index) => (
                <Chip
                  key={day}
                  ref={index === 0 ? field.ref : undefined}
                  value={day}
                  aria-label={upperFirst(day)}
                  aria-invalid={fieldState.error ? true : undefined}
                  aria-describedby={group["aria-describedby"]}
                  onBlur={field.onBlur}
                >
                  {upperFirst(day).slice(0, 3)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        )}
      </ChoiceGroup>
      {unknownDays.length > 0 && (
        <Group gap="xs" mt={6} c="dimmed">
          Unknown weekdays: {unknownDays.map((day) => `“${day}”`).join(", ")}.
          <Button onClick={() => onChange(field.value.filter(isWeekday))}>Remove</Button>
        </Group>
      )}
    </div>
  );
}

function describeWeekdays(weekdays: readonly string[], start: string, zone: string): string | undefined {
  if (weekdays.length === 0) return "None selected. Deliveries repeat from the start date.";
  return isUtcDayDifferent(start, zone)
    ? "Weekdays are in UTC. At the selected time, the UTC day differs from the local day."
    : undefined;
}

/** Returns a warning for a new subscription if the server may ignore its position. */
function describePosition(
  values: Pick<SubscriptionFormValues, "frequency" | "position" | "weekdays">,
  origin: SubscriptionFormOrigin,
): string | undefined {
  const isUncertain = origin.record === null && !appliesPosition(values.frequency, true);
  return isUncertain && values.position !== "" && hasPositionField(values, origin)
    ? "Newer servers ignore the position unless the unit is a month."
    : undefined;
}

function isWeekday(day: string): boolean {
  const weekdays: readonly string[] = WEEKDAYS;
  return weekdays.includes(day);
}

interface StartFieldsProps extends FieldProps {
  readonly onTimeChange: (time: string) => void;
}

function StartFields({ control, origin, onTimeChange }: StartFieldsProps) {
  const {
    field: { ref, value, onChange, ...field },
    fieldState,
  } = useController({ control, name: "start", rules: { deps: ["until"] } });
  const [day = "", time = ""] = value.split("T");
  const error = fieldState.error?.message;
  const isTimeInvalid = error !== undefined && day !== "" && time === "";
  return (
    <>
      <span aria-hidden="true">at</span>
      <div className={`${classes.field} ${classes.time}`}>
        <DateTimeField
          {...field}
          ref={isTimeInvalid ? ref : undefined}
          type="time"
          value={time}
          onChange={onTimeChange}
          aria-label="Time"
          error={isTimeInvalid ? error : undefined}
        />
      </div>
      <span aria-hidden="true">starting</span>
      <div className={`${classes.field} ${classes.day}`}>
        <DateTimeField
          {...field}
          ref={isTimeInvalid ? undefined : ref}
          type="date"
          value={day}
          onChange={(next) => onChange(next === "" && time === "" ? "" : `${next}T${time}`)}
          aria-label="Start date"
          description={describeTime(value, origin.zone)}
          error={isTimeInvalid ? undefined : error}
        />
      </div>
    </>
  );
}

/** Describes the time zone, and which time is used if a time change skips or repeats the local time. */
function describeTime(text: string, zone: string): string {
  const reading = fromLocalInput(text, zone);
  if (!reading.ok) return `Time zone: ${zone}`;
  const offset = zoneOffsetLabel(new Date(reading.iso), zone);
  const zoneLabel = `Time zone: ${zone} (${offset})`;
  if (reading.adjusted === "gap")
    return `${zoneLabel}. A time change skips this time, so a later time is used.`;
  if (reading.adjusted === "overlap")
    return `${zoneLabel}. This time occurs twice that day. The first is used.`;
  return zoneLabel;
}

const END_LABELS = new Map([
  ["never", "Never"],
  ["on", "On a date"],
  ["after", "After N deliveries"],
  ["both", "Whichever comes first"],
]);

export function EndFields({ control, origin }: FieldProps) {
  const [end, until] = useWatch({ control, name: ["end", "until"] });
  const options = includeUnknownOption(["never", "on", "after"], origin.values.end);
  return (
    <>
      <Box pos="relative">
        <FormField
          as={SegmentedField}
          control={control}
          name="end"
          deps={["until", "count"]}
          label="End"
          options={options.map((value) => ({ value, label: END_LABELS.get(value) ?? value }))}
        />
        <Box pos="absolute" top={0} right={0}>
          <EndHelp />
        </Box>
      </Box>
      {(end === "on" || end === "both") && (
        <FormField
          as={DateTimeField}
          control={control}
          name="until"
          label="End date"
          description={describeTime(until, origin.zone)}
          required
        />
      )}
      {(end === "after" || end === "both") && (
        <FormField
          as={TextField}
          control={control}
          name="count"
          inputMode="numeric"
          label="Total deliveries"
          description="Includes past deliveries."
          required
        />
      )}
    </>
  );
}

function PositionHelp() {
  return (
    <HelpTip topic="positions">
      <HelpText>
        A position picks one of the selected weekdays in each period. For example, if you select Monday and
        Friday, “the last” picks the last Monday or Friday of the month, whichever is later.
      </HelpText>
      <HelpText>
        Select Monday to Friday and “the last” for the last weekday of the month. Holidays aren't skipped.
      </HelpText>
    </HelpTip>
  );
}

function EndHelp() {
  return (
    <HelpTip topic="end dates">
      <HelpText>
        <strong>On a date</strong>: no deliveries after that date and time.{" "}
        <strong>After N deliveries</strong>: N counts all deliveries since the start date, including past
        ones.
      </HelpText>
      <HelpText>Ended subscriptions stay in the list. To restart one, set a later end.</HelpText>
    </HelpTip>
  );
}

export function includeUnknownOption(options: readonly string[], servedOption: string): readonly string[] {
  return options.includes(servedOption) ? options : [...options, servedOption];
}
