import { Button } from "@mantine/core";
import { type Control, Controller, useWatch } from "react-hook-form";
import { SET_POSITIONS } from "@/contract/subscriptions";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { WEEKDAYS } from "@/lib/time/weekdays";
import { WeekdayField } from "@/ui/form/choice-fields";
import { SelectField } from "@/ui/form/fields";
import { includeUnknownOption } from "./include-unknown-option";
import { PositionHelp } from "./schedule-help";
import classes from "./subscription-fields.module.css";

interface WeekdayFieldsProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

/** Weekdays, and which of them in the period: a position counts only together with weekdays. */
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
                label="Only on"
                description="Days in UTC, as servers count them. None: the day of the start."
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
      Also {days.map((day) => `“${day}”`).join(", ")}, which this version does not know.
      <Button variant="default" size="xs" onClick={onRemove}>
        Take out
      </Button>
    </div>
  );
}

const POSITION_LABELS = new Map([
  ["", "Every one of them"],
  ["1", "The first of them"],
  ["2", "The second of them"],
  ["3", "The third of them"],
  ["4", "The fourth of them"],
  ["-1", "The last of them"],
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
            label={`Which in the ${period}`}
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
