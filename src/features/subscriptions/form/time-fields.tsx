import { Box } from "@mantine/core";
import { type Control, Controller, useWatch } from "react-hook-form";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { zoneOffsetLabel } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DateTimeField, NumberField } from "@/ui/form/fields";
import { includeUnknownOption } from "./include-unknown-option";
import { EndHelp } from "./schedule-help";

interface FieldGroupProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

/**
 * Describes the time zone, and which time is used if a time change skips or repeats the local time.
 */
export function describeTime(text: string, zone: string): string {
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

function UntilField({ control, origin }: FieldGroupProps) {
  return (
    <Controller
      control={control}
      name="until"
      render={({ field, fieldState }) => (
        <DateTimeField
          {...field}
          label="End date"
          description={describeTime(field.value, origin.zone)}
          required
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

const END_LABELS = new Map([
  ["never", "Never"],
  ["on", "On a date"],
  ["after", "After N deliveries"],
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
          <Box pos="relative">
            <SegmentedField
              {...field}
              label="End"
              options={options.map((value) => ({ value, label: END_LABELS.get(value) ?? value }))}
              error={fieldState.error?.message}
            />
            <Box pos="absolute" top={0} right={0}>
              <EndHelp />
            </Box>
          </Box>
        )}
      />
      {(end === "on" || end === "both") && <UntilField control={control} origin={origin} />}
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
