import { type Control, Controller, type UseFormReturn } from "react-hook-form";
import { TARGET_TYPES, TITLE_MAX_LENGTH } from "@/contract/subscriptions";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { channelLabel } from "@/lib/recipients/channels";
import { parsePastedRecipients } from "@/lib/recipients/recipient-text";
import { formatCount } from "@/lib/text/numbers";
import { SegmentedField } from "@/ui/form/choice-fields";
import { SelectField, TextField } from "@/ui/form/fields";
import { includeUnknownOption } from "./include-unknown-option";
import { MoreOptions } from "./more-options";
import { RecipientsField } from "./recipients-field";
import { ScheduleFields } from "./schedule-fields";
import { SourceField } from "./source-field";
import classes from "./subscription-fields.module.css";
import { useTitleFromSource } from "./use-title-from-source";

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
  useTitleFromSource(form, origin);
  return (
    <>
      <SourceFields control={control} />
      <div className={classes.target}>
        <ChannelField form={form} origin={origin} />
        <RecipientsField control={control} origin={origin} onDraftChange={onRecipientDraftChange} />
      </div>
      <ScheduleFields form={form} origin={origin} />
      <TitleField control={control} />
      <MoreOptions control={control} origin={origin} />
    </>
  );
}

type FormControl = Control<SubscriptionFormValues>;

const SOURCE_OPTIONS = [
  { value: "dashboard", label: "Dashboard" },
  { value: "insight", label: "Insight" },
];

function SourceFields({ control }: { readonly control: FormControl }) {
  return (
    <div className={classes.source}>
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

function TitleField({ control }: { readonly control: FormControl }) {
  return (
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
  );
}
