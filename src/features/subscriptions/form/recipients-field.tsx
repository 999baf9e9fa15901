import { type Control, useController, useWatch } from "react-hook-form";
import { useSendingRules } from "@/data/capabilities/capabilities";
import { useSlackChannels } from "@/data/catalog/slack-workspaces";
import { getSendMode } from "@/data/subscriptions/save-effect-messages";
import {
  RecipientPicker,
  useRecipientSuggestions,
} from "@/features/subscriptions/recipient-field/recipient-picker";
import {
  hasWorkspaceField,
  type SubscriptionFormOrigin,
  type SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";
import { findRecipientIssue } from "@/features/subscriptions/schema/validate-subscription";
import { findOtherSpelling, parsePastedRecipients, recipientLabel } from "@/lib/recipients/recipients";
import { describeInvalidRecipient } from "@/lib/recipients/validate-recipient";
import { normalizeText } from "@/lib/text/normalize-text";
import { TextField } from "@/ui/form/fields";
import { PickerField, TagsInput } from "@/ui/form/tags-input";

interface RecipientsFieldProps {
  readonly control: Control<SubscriptionFormValues>;
  readonly origin: SubscriptionFormOrigin;
  readonly onDraftChange: (draft: string) => void;
}

const SINGLE_LABELS = new Map([
  ["webhook", "Webhook URL"],
  ["teams", "Teams webhook URL"],
]);
const MAX_SUGGESTIONS = 20;

/** Returns the target of the channel with this name or ID. Null for other text. */
function findSlackChannel(
  text: string,
  channels: readonly { readonly target: string; readonly name: string }[],
): string | null {
  const typed = text.trim();
  const found = channels.find(
    ({ target, name }) => [target, name, name.slice(1)].includes(typed) || target.startsWith(`${typed}|`),
  );
  return found?.target ?? null;
}

/** Shows tags for email, a picker for Slack, and a single text input for other channels. */
export function RecipientsField({ control, origin, onDraftChange }: RecipientsFieldProps) {
  const { field, fieldState } = useController({ control, name: "recipients" });
  const [channel, integration] = useWatch({ control, name: ["channel", "integration"] });
  const hasWorkspace = hasWorkspaceField({ channel }, origin);
  const channels = useSlackChannels(
    hasWorkspace && /^[1-9]\d{0,9}$/.test(integration) ? Number(integration) : null,
  );
  // Servers return only the host of a Teams webhook.
  const keptHost =
    channel === "teams" && origin.record?.target_type === "teams" ? origin.record.target_value : null;
  const { getSuggestions, getNote } = useRecipientSuggestions({ channel: "email" });
  const mode = getSendMode({ ...useSendingRules(), ...origin.capabilities });
  const served = origin.record?.target_type === "email" ? origin.values.recipients : [];
  const getPairNote = (address: string, others: readonly string[]) => {
    if (served.includes(address)) return null;
    // Servers treat the other spelling as another recipient.
    const known = findOtherSpelling(address, [...served, ...others]);
    if (known === undefined) return null;
    const pair = `“${address}” and “${known}” are the same mailbox.`;
    if (mode === "quiet") return pair;
    return `${pair} Adding it ${mode === "sends" ? "sends" : "may send"} a delivery to it.`;
  };
  const findStoredIssue = ([item = keptHost]: readonly (string | null)[]) => {
    const isStored = item !== null && (item === keptHost || origin.values.recipients.includes(item));
    return isStored ? (describeInvalidRecipient(channel, item) ?? undefined) : undefined;
  };
  const shared = {
    ...field,
    required: true,
    error: fieldState.error?.message ?? (channel === "email" ? undefined : findStoredIssue(field.value)),
  };
  if (channel === "email") {
    return (
      <TagsInput
        {...shared}
        label="Recipients"
        placeholder="ana@example.com"
        description="Type names, or paste addresses."
        validate={(item) => findRecipientIssue(channel, item, origin)}
        getItemNote={(item) => getPairNote(item, field.value) ?? getNote(item)}
        splitItems={parsePastedRecipients}
        getSuggestions={getSuggestions}
        onDraftChange={onDraftChange}
      />
    );
  }
  const single = {
    ...shared,
    // The text isn't split, because a URL may contain commas.
    value: field.value.join(","),
    onChange: (text: string) => field.onChange(text === "" ? [] : [text]),
  };
  if (hasWorkspace) {
    return (
      <PickerField
        {...single}
        valueLabel={recipientLabel("slack", single.value)}
        parseItem={(text) => findSlackChannel(text, channels)}
        getSuggestions={(text) =>
          channels
            .filter(({ name }) => normalizeText(name).includes(normalizeText(text.trim())))
            .slice(0, MAX_SUGGESTIONS)
            .map(({ target, name }) => ({ item: target, label: name }))
        }
        label="Slack channel"
      />
    );
  }
  if (channel === "slack") {
    return <RecipientPicker {...single} channel="slack" label="Slack channel" placeholder="#general" />;
  }
  return (
    <TextField
      {...single}
      label={SINGLE_LABELS.get(channel) ?? "Recipient"}
      placeholder={SINGLE_LABELS.has(channel) ? "https://…" : undefined}
      description={keptHost === null ? undefined : `Leave empty to keep the webhook at ${keptHost}.`}
      required={keptHost === null}
      spellCheck={false}
    />
  );
}
