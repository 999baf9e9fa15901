import { type Control, Controller, useWatch } from "react-hook-form";
import type {
  SubscriptionFormField,
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { zoneOffsetLabel } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DateTimeField, NumberField } from "@/ui/form/fields";
import { includeUnknownOption } from "./include-unknown-option";
import { EndHelp } from "./schedule-help";
import classes from "./subscription-fields.module.css";

interface FieldGroupProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

function describeTime(text: string, zone: string): string {
  const reading = fromLocalInput(text, zone);
  if (!reading.ok) return `Time zone: ${zone}`;
  const offset = zoneOffsetLabel(new Date(reading.iso), zone);
  const zoneLabel = `Time zone: ${zone} (${offset})`;
  if (reading.adjusted === "gap") return `${zoneLabel}. A time change skips this time, so it moves forward.`;
  if (reading.adjusted === "overlap")
    return `${zoneLabel}. This time occurs twice that day. The first is used.`;
  return zoneLabel;
}

interface TimeFieldProps extends FieldGroupProps {
  readonly name: "start" | "until";
  readonly label: string;
  readonly deps?: SubscriptionFormField[];
}

function TimeField({ control, origin, name, label, deps = [] }: TimeFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      rules={{ deps }}
      render={({ field, fieldState }) => (
        <DateTimeField
          {...field}
          label={label}
          description={describeTime(field.value, origin.zone)}
          required
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

export function StartField(props: FieldGroupProps) {
  return <TimeField {...props} name="start" label="Start" deps={["until"]} />;
}

const END_LABELS = new Map([
  ["never", "Never"],
  ["on", "On a date"],
  ["after", "After a count"],
  ["both", "Whichever comes first"],
]);

export function EndFields({ control, origin }: FieldGroupProps) {
  const end = useWatch({ control, name: "end" });
  const options = includeUnknownOption(["never", "on", "after"], origin.values.end);
  return (
    <>
      <Controller
        control={control}
        name="end"
        rules={{ deps: ["until", "count"] }}
        render={({ field, fieldState }) => (
          <div className={classes.withHelp}>
            <SegmentedField
              {...field}
              label="End"
              options={options.map((value) => ({ value, label: END_LABELS.get(value) ?? value }))}
              error={fieldState.error?.message}
            />
            <EndHelp />
          </div>
        )}
      />
      {(end === "on" || end === "both") && (
        <TimeField control={control} origin={origin} name="until" label="Last possible delivery" />
      )}
      {(end === "after" || end === "both") && (
        <Controller
          control={control}
          name="count"
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              label="Total deliveries"
              description="Includes past deliveries."
              required
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </>
  );
}
