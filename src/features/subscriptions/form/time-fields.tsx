import { Box } from "@mantine/core";
import { type Control, useWatch } from "react-hook-form";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { zoneOffsetLabel } from "@/lib/time/dates";
import { fromLocalInput } from "@/lib/time/local-input";
import { SegmentedField } from "@/ui/form/choice-fields";
import { DateTimeField, TextField } from "@/ui/form/fields";
import { FormField } from "@/ui/form/form-field";
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

const END_LABELS = new Map([
  ["never", "Never"],
  ["on", "On a date"],
  ["after", "After N deliveries"],
  ["both", "Whichever comes first"],
]);

export function EndFields({ control, origin }: FieldGroupProps) {
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
