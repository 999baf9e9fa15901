import { type Control, Controller, useWatch } from "react-hook-form";
import { SET_POSITIONS } from "@/contract/subscriptions";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { WEEKDAYS } from "@/lib/time/weekdays";
import { WeekdayField } from "@/ui/form/choice-fields";
import { SelectField } from "@/ui/form/fields";
import { Button } from "@/ui/primitives/button";
import { includeUnknownOption } from "./include-unknown-option";
import { PositionHelp } from "./schedule-help";
import classes from "./subscription-fields.module.css";

interface WeekdayFieldsProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

/** Shows the position only with weekdays: servers ignore it otherwise. */
export function WeekdayFields({ control, origin }: WeekdayFieldsProps) {
  const weekdays = useWatch({ control, name: "weekdays" });
  return (
    <>
      <Controller
        control={control}
        name="weekdays"
        rules={{ deps: ["position"] }}
        render={({ field, fieldState }) => {
          const unknownDays = field.value.filter((day) => !isWeekday(day));
          return (
            <div>
              <WeekdayField
                {...field}
                value={WEEKDAYS.filter((day) => field.value.includes(day))}
                onChange={(days) => field.onChange([...days, ...unknownDays])}
                label="Weekdays"
                description="UTC days. Leave empty to use the start day."
                error={fieldState.error?.message}
              />
              <UnknownWeekdays
                days={unknownDays}
                onRemove={() => field.onChange(field.value.filter(isWeekday))}
              />
            </div>
          );
        }}
      />
      {weekdays.length > 0 && <PositionField control={control} origin={origin} />}
    </>
  );
}

function isWeekday(day: string): boolean {
  const weekdays: readonly string[] = WEEKDAYS;
  return weekdays.includes(day);
}

function UnknownWeekdays({
  days,
  onRemove,
}: {
  readonly days: readonly string[];
  readonly onRemove: () => void;
}) {
  if (days.length === 0) return null;
  return (
    <div className={classes.note}>
      Unknown weekdays: {days.map((day) => `“${day}”`).join(", ")}.
      <Button variant="default" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

const POSITION_LABELS = new Map([
  ["", "Every selected day"],
  ["1", "First"],
  ["2", "Second"],
  ["3", "Third"],
  ["4", "Fourth"],
  ["-1", "Last"],
]);

function PositionField({ control, origin }: WeekdayFieldsProps) {
  const frequency = useWatch({ control, name: "frequency" });
  const options = includeUnknownOption(["", ...SET_POSITIONS.map(String)], origin.values.position);
  const period = PERIOD_LABELS.get(frequency) ?? "period";
  return (
    <Controller
      control={control}
      name="position"
      render={({ field, fieldState }) => (
        <div className={classes.withHelp}>
          <SelectField
            {...field}
            label={`Position in ${period}`}
            options={options.map((value) => ({
              value,
              label: POSITION_LABELS.get(value) ?? `Position ${value}`,
            }))}
            error={fieldState.error?.message}
          />
          <PositionHelp />
        </div>
      )}
    />
  );
}

const PERIOD_LABELS = new Map([
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["yearly", "year"],
]);
