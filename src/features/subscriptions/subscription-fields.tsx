import { type Control, Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { FREQUENCIES, TARGET_TYPES, TITLE_MAX_LENGTH } from "@/contract/subscriptions";
import { fromLocalInput, zoneOffsetLabel } from "@/lib/dates";
import { splitPasted } from "@/lib/recipients";
import { SegmentedField } from "@/ui/choice-fields";
import { DateTimeField, NumberField, SelectField, TextAreaField, TextField } from "@/ui/fields";
import { RecipientsField } from "./recipients-field";
import classes from "./subscription-fields.module.css";
import type { FormField, FormOrigin, SubscriptionFormValues } from "./subscription-form-values";
import { channelLabel } from "./subscription-rules";
import { WeekdayFields } from "./weekday-fields";

interface FieldsProps {
  readonly form: UseFormReturn<SubscriptionFormValues>;
  readonly origin: FormOrigin;
}

/** All inputs of the form, shared by create and edit. */
export function SubscriptionFields({ form, origin }: FieldsProps) {
  const { control } = form;
  return (
    <>
      <SourceFields control={control} />
      <ChannelField form={form} origin={origin} />
      <RecipientsField control={control} origin={origin} />
      <PaceFields control={control} origin={origin} />
      <WeekdayFields control={control} origin={origin} />
      <StartField control={control} origin={origin} />
      <EndFields control={control} origin={origin} />
      <TextFields control={control} isNew={origin.record === null} />
    </>
  );
}

type FormControl = Control<SubscriptionFormValues>;

interface PartProps {
  readonly control: FormControl;
  readonly origin: FormOrigin;
}

const SOURCES = [
  { value: "dashboard", label: "Dashboard" },
  { value: "insight", label: "Insight" },
];

function SourceFields({ control }: { readonly control: FormControl }) {
  const source = useWatch({ control, name: "source" });
  return (
    <div className={classes.row}>
      <Controller
        control={control}
        name="source"
        rules={{ deps: ["sourceId"] }}
        render={({ field, fieldState }) => (
          <SegmentedField {...field} label="Deliver a" options={SOURCES} error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={control}
        name="sourceId"
        render={({ field, fieldState }) => (
          <NumberField
            {...field}
            label={source === "insight" ? "Insight number" : "Dashboard number"}
            description={`The number in the ${source}’s address.`}
            required
            error={fieldState.error?.message}
          />
        )}
      />
    </div>
  );
}

/** The choices, and what the record was served with although this version does not know it. */
function withServed(known: readonly string[], served: string): readonly string[] {
  return known.includes(served) ? known : [...known, served];
}

function ChannelField({ form, origin }: FieldsProps) {
  const options = withServed(TARGET_TYPES, origin.values.channel);

  function onChannel(channel: string) {
    form.setValue("channel", channel, { shouldDirty: true, shouldTouch: true });
    const [only, ...others] = form.getValues("recipients");
    // What was one address elsewhere may be a list of e-mail addresses.
    const parts = channel === "email" && others.length === 0 ? splitPasted(only ?? "") : [];
    if (parts.length > 1) form.setValue("recipients", parts, { shouldDirty: true });
    if (form.formState.isSubmitted) void form.trigger(["channel", "recipients"]);
  }

  return (
    <Controller
      control={form.control}
      name="channel"
      render={({ field, fieldState }) => (
        <SelectField
          {...field}
          onChange={onChannel}
          label="Channel"
          options={options.map((value) => ({ value, label: channelLabel(value) }))}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

const UNITS = new Map([
  ["daily", "days"],
  ["weekly", "weeks"],
  ["monthly", "months"],
  ["yearly", "years"],
]);

function PaceFields({ control, origin }: PartProps) {
  const options = withServed(FREQUENCIES, origin.values.frequency);
  return (
    <div className={classes.row}>
      <Controller
        control={control}
        name="interval"
        render={({ field, fieldState }) => (
          <NumberField {...field} label="Every" required error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={control}
        name="frequency"
        render={({ field, fieldState }) => (
          <SelectField
            {...field}
            label="Unit"
            options={options.map((value) => ({ value, label: UNITS.get(value) ?? value }))}
            error={fieldState.error?.message}
          />
        )}
      />
    </div>
  );
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

function StartField(props: PartProps) {
  return <TimeField {...props} name="start" label="Start" deps={["until"]} />;
}

const END_LABELS = new Map([
  ["never", "Never"],
  ["on", "On a date"],
  ["after", "After a number"],
  ["both", "Whichever is first"],
]);

function EndFields({ control, origin }: PartProps) {
  const end = useWatch({ control, name: "end" });
  const options = withServed(["never", "on", "after"], origin.values.end);
  return (
    <>
      <Controller
        control={control}
        name="end"
        rules={{ deps: ["until", "count"] }}
        render={({ field, fieldState }) => (
          <SegmentedField
            {...field}
            label="End"
            options={options.map((value) => ({ value, label: END_LABELS.get(value) ?? value }))}
            error={fieldState.error?.message}
          />
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

function TextFields({ control, isNew }: { readonly control: FormControl; readonly isNew: boolean }) {
  return (
    <>
      <Controller
        control={control}
        name="title"
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            label="Title"
            description={`${field.value.length} of ${TITLE_MAX_LENGTH} characters`}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="message"
        render={({ field, fieldState }) => (
          <TextAreaField
            {...field}
            label="Message"
            description={
              isNew
                ? "Stands in the first delivery. Servers do not keep it."
                : "Goes to those you add now. Servers do not keep it."
            }
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}
