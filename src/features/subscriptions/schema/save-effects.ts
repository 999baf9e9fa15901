import { changeEffects, creationEffects, type SaveEffect } from "@/data/subscriptions/save-effect-messages";
import { joinRecipients } from "@/lib/recipients/recipient-text";
import type { SubscriptionFormOrigin, SubscriptionFormValues } from "./subscription-form-values";
import { toSubscriptionChange } from "./subscription-requests";
import { validateNewRecipient } from "./validate-subscription";

interface SaveEffectOptions {
  /** Whether a save can skip its immediate delivery. */
  readonly canSaveWithoutSending: boolean;
  readonly sendsNow: boolean;
}

/** Returns the effects of saving these values. Ignores invalid recipients. */
export function describeSaveEffects(
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
  { canSaveWithoutSending, sendsNow }: SaveEffectOptions,
): SaveEffect[] {
  const { record } = origin;
  const recipients = values.recipients.filter(
    (item) => validateNewRecipient(values.channel, item, origin) === null,
  );
  if (record !== null) {
    return changeEffects(record, toSubscriptionChange({ ...values, recipients }, origin), sendsNow);
  }
  const body = {
    target_type: values.channel,
    target_value: joinRecipients(recipients),
    invite_message: values.message.trim(),
  };
  return creationEffects(body, canSaveWithoutSending && !sendsNow ? "quiet" : "immediate");
}
