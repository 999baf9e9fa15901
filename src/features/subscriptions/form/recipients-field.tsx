import { type Control, Controller, useWatch } from "react-hook-form";
import { RecipientPicker } from "@/features/subscriptions/recipient-field/recipient-picker";
import { useRecipientSuggestions } from "@/features/subscriptions/recipient-field/use-recipient-suggestions";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { validateUnchangedRecipient } from "@/features/subscriptions/schema/subscription-issues";
import { parsePastedRecipients } from "@/lib/recipients/recipient-text";
import { TextField } from "@/ui/form/fields";
import { TagsInput } from "@/ui/form/tags-input";

interface RecipientsFieldProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
  /** Receives the pending text. */
  readonly onDraftChange: (draft: string) => void;
}

const SINGLE_LABELS = new Map([
  ["webhook", "Webhook URL"],
  ["teams", "Teams webhook URL"],
]);
const PLACEHOLDERS = new Map([
  ["webhook", "https://…"],
  ["teams", "https://…"],
]);

/** Renders tags for email addresses, the channels in use for Slack, and a single input for other channels. */
export function RecipientsField({ control, origin, onDraftChange }: RecipientsFieldProps) {
  const channel = useWatch({ control, name: "channel" });
  const { getSuggestions, getNote } = useRecipientSuggestions({ channel: "email" });
  return (
    <Controller
      control={control}
      name="recipients"
      render={({ field, fieldState }) =>
        channel === "email" ? (
          <TagsInput
            {...field}
            label="Recipients"
            required
            placeholder="ana@example.com"
            description="Type names, or paste addresses."
            validate={(item) => validateUnchangedRecipient(channel, item, origin)}
            getItemNote={getNote}
            splitItems={parsePastedRecipients}
            getSuggestions={getSuggestions}
            onDraftChange={onDraftChange}
            error={fieldState.error?.message}
          />
        ) : channel === "slack" ? (
          <RecipientPicker
            {...field}
            channel="slack"
            value={field.value.join(",")}
            onChange={(text) => field.onChange(text === "" ? [] : [text])}
            label="Slack channel"
            placeholder="#general"
            required
            error={fieldState.error?.message}
          />
        ) : (
          <TextField
            {...field}
            // Don't split at commas: they may be part of a URL.
            value={field.value.join(",")}
            onChange={(text) => field.onChange(text === "" ? [] : [text])}
            label={SINGLE_LABELS.get(channel) ?? "Target"}
            placeholder={PLACEHOLDERS.get(channel)}
            required
            spellCheck={false}
            error={fieldState.error?.message}
          />
        )
      }
    />
  );
}
