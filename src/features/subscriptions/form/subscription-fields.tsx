import { type Control, Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { FREQUENCIES, TARGET_TYPES, TITLE_MAX_LENGTH } from "@/contract/subscriptions";
import type {
  FormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { channelLabel } from "@/lib/recipients/channels";
import { splitPasted } from "@/lib/recipients/recipient-text";
import { formatCount } from "@/lib/text/numbers";
import { SegmentedField } from "@/ui/form/choice-fields";
import { NumberField, SelectField, TextAreaField, TextField } from "@/ui/form/fields";
import { withServed } from "./include-unknown-option";
import { RecipientsField } from "./recipients-field";
import classes from "./subscription-fields.module.css";
import { EndFields, StartField } from "./time-fields";
import { WeekdayFields } from "./weekday-fields";

interface FieldsProps {
  readonly form: UseFormReturn<SubscriptionFormValues>;
  readonly origin: FormOrigin;
}

interface SubscriptionFieldsProps extends FieldsProps {
  /** Told what is typed as a recipient and not added yet. */
  readonly onRecipientDraft: (draft: string) => void;
}

/** All inputs of the form, shared by create and edit. */
export function SubscriptionFields({ form, origin, onRecipientDraft }: SubscriptionFieldsProps) {
  const { control } = form;
  return (
    <>
      <SourceFields control={control} />
      <ChannelField form={form} origin={origin} />
      <RecipientsField control={control} origin={origin} onDraftChange={onRecipientDraft} />
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
    <div className={classes.pace}>
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
