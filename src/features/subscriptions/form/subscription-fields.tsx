import { type Control, Controller, type UseFormReturn } from "react-hook-form";
import { FREQUENCIES, TARGET_TYPES, TITLE_MAX_LENGTH } from "@/contract/subscriptions";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { channelLabel } from "@/lib/recipients/channels";
import { parsePastedRecipients } from "@/lib/recipients/recipient-text";
import { formatCount } from "@/lib/text/numbers";
import { SegmentedField } from "@/ui/form/choice-fields";
import { NumberField, SelectField, TextAreaField, TextField } from "@/ui/form/fields";
import { includeUnknownOption } from "./include-unknown-option";
import { RecipientsField } from "./recipients-field";
import { SourceField } from "./source-field";
import classes from "./subscription-fields.module.css";
import { EndFields, StartField } from "./time-fields";
import { WeekdayFields } from "./weekday-fields";

interface SubscriptionFieldsetProps {
  readonly form: UseFormReturn<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
}

interface SubscriptionFieldsProps extends SubscriptionFieldsetProps {
  /** Receives the pending text of the recipients field. */
  readonly onRecipientDraftChange: (draft: string) => void;
}

export function SubscriptionFields({ form, origin, onRecipientDraftChange }: SubscriptionFieldsProps) {
  const { control } = form;
  return (
    <>
      <SourceFields control={control} />
      <ChannelField form={form} origin={origin} />
      <RecipientsField control={control} origin={origin} onDraftChange={onRecipientDraftChange} />
      <FrequencyFields control={control} origin={origin} />
      <WeekdayFields control={control} origin={origin} />
      <StartField control={control} origin={origin} />
      <EndFields control={control} origin={origin} />
      <TextFields control={control} isNew={origin.record === null} />
    </>
  );
}

type FormControl = Control<SubscriptionFormValues>;

interface FieldGroupProps {
  readonly control: FormControl;
  readonly origin: SubscriptionFormOrigin;
}

const SOURCE_OPTIONS = [
  { value: "dashboard", label: "Dashboard" },
  { value: "insight", label: "Insight" },
];

function SourceFields({ control }: { readonly control: FormControl }) {
  return (
    <div className={classes.row}>
      <Controller
        control={control}
        name="source"
        rules={{ deps: ["sourceId"] }}
        render={({ field, fieldState }) => (
          <SegmentedField
            {...field}
            label="Source"
            options={SOURCE_OPTIONS}
            error={fieldState.error?.message}
          />
        )}
      />
      <SourceField control={control} />
    </div>
  );
}

function ChannelField({ form, origin }: SubscriptionFieldsetProps) {
  const options = includeUnknownOption(TARGET_TYPES, origin.values.channel);

  function handleChannelChange(channel: string) {
    form.setValue("channel", channel, { shouldDirty: true, shouldTouch: true });
    const [firstRecipient, ...others] = form.getValues("recipients");
    // A single webhook or channel value may be a list of email addresses.
    const parts =
      channel === "email" && others.length === 0 ? parsePastedRecipients(firstRecipient ?? "") : [];
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
          onChange={handleChannelChange}
          label="Channel"
          options={options.map((value) => ({ value, label: channelLabel(value) }))}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

const FREQUENCY_UNITS = new Map([
  ["daily", "days"],
  ["weekly", "weeks"],
  ["monthly", "months"],
  ["yearly", "years"],
]);

function FrequencyFields({ control, origin }: FieldGroupProps) {
  const options = includeUnknownOption(FREQUENCIES, origin.values.frequency);
  return (
    <div className={classes.frequency}>
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
            options={options.map((value) => ({ value, label: FREQUENCY_UNITS.get(value) ?? value }))}
            error={fieldState.error?.message}
          />
        )}
      />
    </div>
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
            description={`${formatCount(field.value.length)} of ${formatCount(TITLE_MAX_LENGTH)} characters`}
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
              isNew ? "Included in the first delivery only." : "Sent only to recipients you add now."
            }
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}
