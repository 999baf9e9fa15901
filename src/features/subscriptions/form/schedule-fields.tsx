import { Button, Group } from "@mantine/core";
import { type Control, Controller, type UseFormReturn, useFormState, useWatch } from "react-hook-form";
import { FREQUENCIES, SET_POSITIONS } from "@/contract/subscriptions";
import {
  isUtcDayDifferent,
  suggestStart,
  suggestWeekdays,
} from "@/features/subscriptions/schema/schedule-defaults";
import {
  hasPositionField,
  isSameList,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { appliesPosition } from "@/lib/schedule/schedule-rule";
import { WEEKDAYS } from "@/lib/time/weekdays";
import { WeekdayField } from "@/ui/form/choice-fields";
import { DateTimeField, NumberField, SelectField } from "@/ui/form/fields";
import { useNow } from "@/ui/hooks/use-now";
import { includeUnknownOption } from "./include-unknown-option";
import classes from "./schedule-fields.module.css";
import { PositionHelp } from "./schedule-help";
import { describeTime } from "./time-fields";

interface ScheduleFieldsProps {
  readonly form: UseFormReturn<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

/** Shows the fields as a sentence: "Every 1 week on Mon, Wed at 09:00, starting 30 Nov". */
export function ScheduleFields({ form, origin }: ScheduleFieldsProps) {
  const { control } = form;
  const change = useScheduleChange(form, origin);
  return (
    <fieldset className={classes.schedule}>
      <legend>Schedule</legend>
      <div className={classes.sentence}>
        <IntervalField control={control} />
        <FrequencyField control={control} origin={origin} onChange={(frequency) => change({ frequency })} />
        <span aria-hidden="true">on</span>
        <PositionField control={control} origin={origin} />
        <WeekdaysField control={control} origin={origin} onChange={(weekdays) => change({ weekdays })} />
        <StartFields control={control} origin={origin} onTimeChange={(time) => change({ time })} />
      </div>
    </fieldset>
  );
}

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

function IntervalField({ control }: Pick<FieldProps, "control">) {
  return (
    <Controller
      control={control}
      name="interval"
      render={({ field, fieldState }) => (
        <div className={`${classes.field} ${classes.interval}`}>
          <NumberField {...field} label="Every" error={fieldState.error?.message} />
        </div>
      )}
    />
  );
}

const FREQUENCY_UNITS = new Map([
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["yearly", "year"],
]);

interface FrequencyFieldProps extends FieldProps {
  readonly onChange: (frequency: string) => void;
}

function FrequencyField({ control, origin, onChange }: FrequencyFieldProps) {
  const options = includeUnknownOption(FREQUENCIES, origin.values.frequency);
  const interval = useWatch({ control, name: "interval" });
  const suffix = interval.trim() === "1" ? "" : "s";
  return (
    <Controller
      control={control}
      name="frequency"
      render={({ field, fieldState }) => (
        <div className={`${classes.field} ${classes.unit}`}>
          <SelectField
            {...field}
            onChange={onChange}
            label="Unit"
            isLabelHidden
            options={options.map((value) => {
              const unit = FREQUENCY_UNITS.get(value);
              return { value, label: unit === undefined ? value : `${unit}${suffix}` };
            })}
            error={fieldState.error?.message}
          />
        </div>
      )}
    />
  );
}

const POSITION_LABELS = new Map([
  ["", "every"],
  ["1", "the first"],
  ["2", "the second"],
  ["3", "the third"],
  ["4", "the fourth"],
  ["-1", "the last"],
]);

function PositionField({ control, origin }: FieldProps) {
  const [frequency, weekdays, position] = useWatch({ control, name: ["frequency", "weekdays", "position"] });
  if (!hasPositionField({ frequency, weekdays, position }, origin)) return null;
  const options = includeUnknownOption(["", ...SET_POSITIONS.map(String)], origin.values.position);
  return (
    <Controller
      control={control}
      name="position"
      render={({ field, fieldState }) => (
        <div className={`${classes.field} ${classes.position}`}>
          <SelectField
            {...field}
            label={`Position in ${FREQUENCY_UNITS.get(frequency) ?? "period"}`}
            isLabelHidden
            options={options.map((value) => ({
              value,
              label: POSITION_LABELS.get(value) ?? `position ${value}`,
            }))}
            error={fieldState.error?.message}
          />
          <PositionHelp />
        </div>
      )}
    />
  );
}

interface WeekdaysFieldProps extends FieldProps {
  readonly onChange: (weekdays: string[]) => void;
}

function WeekdaysField({ control, origin, onChange }: WeekdaysFieldProps) {
  const [start, frequency, position] = useWatch({ control, name: ["start", "frequency", "position"] });
  return (
    <Controller
      control={control}
      name="weekdays"
      rules={{ deps: ["position"] }}
      render={({ field, fieldState }) => {
        const unknownDays = field.value.filter((day) => !isWeekday(day));
        return (
          <div className={classes.weekdays}>
            <WeekdayField
              {...field}
              value={WEEKDAYS.filter((day) => field.value.includes(day))}
              onChange={(days) => onChange([...days, ...unknownDays])}
              label="Weekdays"
              isLabelHidden
              description={
                describeWeekdays(field.value, start, origin.zone) ??
                describePosition({ frequency, position, weekdays: field.value }, origin)
              }
              error={fieldState.error?.message}
            />
            <UnknownWeekdays days={unknownDays} onRemove={() => onChange(field.value.filter(isWeekday))} />
          </div>
        );
      }}
    />
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

interface UnknownWeekdaysProps {
  readonly days: readonly string[];
  readonly onRemove: () => void;
}

function UnknownWeekdays({ days, onRemove }: UnknownWeekdaysProps) {
  if (days.length === 0) return null;
  return (
    <Group gap="xs" mt={6} c="dimmed">
      Unknown weekdays: {days.map((day) => `“${day}”`).join(", ")}.
      <Button variant="default" onClick={onRemove}>
        Remove
      </Button>
    </Group>
  );
}

interface StartFieldsProps extends FieldProps {
  readonly onTimeChange: (time: string) => void;
}

function StartFields({ control, origin, onTimeChange }: StartFieldsProps) {
  return (
    <Controller
      control={control}
      name="start"
      rules={{ deps: ["until"] }}
      render={({ field: { ref, value, onChange, ...field }, fieldState }) => {
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
                label="Time"
                isLabelHidden
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
                label="Start date"
                isLabelHidden
                description={describeTime(value, origin.zone)}
                error={isTimeInvalid ? undefined : error}
              />
            </div>
          </>
        );
      }}
    />
  );
}
