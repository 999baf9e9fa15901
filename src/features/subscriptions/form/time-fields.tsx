import { type Control, Controller, useWatch } from "react-hook-form";
import type {
  FormField,
  FormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { zoneOffsetLabel } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DateTimeField, NumberField } from "@/ui/form/fields";
import { withServed } from "./include-unknown-option";
import { EndHelp } from "./schedule-help";
import classes from "./subscription-fields.module.css";

interface PartProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: FormOrigin;
}

/** In which zone a time is read, and what the clocks make of it. */
function describeTime(text: string, zone: string): string {
  const reading = fromLocalInput(text, zone);
  if (!reading.ok) return `Time zone: ${zone}`;
  const offset = zoneOffsetLabel(new Date(reading.iso), zone);
  const named = `Time zone: ${zone} (${offset})`;
  if (reading.adjusted === "gap") return `${named}. The clocks skip this hour on that day: it is moved on.`;
  if (reading.adjusted === "overlap")
    return `${named}. This hour comes twice on that day: the first is taken.`;
  return named;
}

interface TimeFieldProps extends PartProps {
  readonly name: "start" | "until";
  readonly label: string;
  readonly deps?: FormField[];
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

/** When the delivery begins. */
export function StartField(props: PartProps) {
  return <TimeField {...props} name="start" label="Start" deps={["until"]} />;
}

const END_LABELS = new Map([
  ["never", "Never"],
  ["on", "On a date"],
  ["after", "After a number"],
  ["both", "Whichever is first"],
]);

/** When it stops: never, on a date, after a number. */
export function EndFields({ control, origin }: PartProps) {
  const end = useWatch({ control, name: "end" });
  const options = withServed(["never", "on", "after"], origin.values.end);
  return (
    <>
      <Controller
        control={control}
        name="end"
        rules={{ deps: ["until", "count"] }}
        render={({ field, fieldState }) => (
          <div className={classes.helped}>
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
              label="Deliveries in all"
              description="Counted from the start, those of the past included."
              required
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </>
  );
}
