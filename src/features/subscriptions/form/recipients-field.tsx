import { type Control, Controller, useWatch } from "react-hook-form";
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
  ["slack", "Slack channel"],
  ["webhook", "Webhook URL"],
  ["teams", "Teams webhook URL"],
]);
const PLACEHOLDERS = new Map([
  ["slack", "#general"],
  ["webhook", "https://…"],
  ["teams", "https://…"],
]);

/** Renders tags for email addresses and a single input for other channels. */
export function RecipientsField({ control, origin, onDraftChange }: RecipientsFieldProps) {
  const channel = useWatch({ control, name: "channel" });
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
            description="Type or paste one or more addresses."
            validate={(item) => validateUnchangedRecipient(channel, item, origin)}
            splitItems={parsePastedRecipients}
            onDraftChange={onDraftChange}
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
