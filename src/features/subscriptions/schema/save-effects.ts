import type { SendingRules } from "@/data/capabilities/capabilities";
import {
  changeEffects,
  creationEffects,
  getSendMode,
  type SaveEffect,
} from "@/data/subscriptions/save-effect-messages";
import { joinRecipients } from "@/lib/recipients/recipient-text";
import type { SubscriptionFormOrigin, SubscriptionFormValues } from "./subscription-form-values";
import { toSubscriptionChange } from "./subscription-requests";
import { validateNewRecipient } from "./validate-subscription";

/**
 * Returns the effects of saving these values. Ignores invalid recipients.
 * @param sendsNow whether the user requests an immediate delivery
 */
export function describeSaveEffects(
  values: SubscriptionFormValues,
  origin: SubscriptionFormOrigin,
  rules: SendingRules,
  sendsNow: boolean,
): SaveEffect[] {
  const { record } = origin;
  const recipients = values.recipients.filter(
    (item) => validateNewRecipient(values.channel, item, origin) === null,
  );
  if (record !== null) {
    return changeEffects(record, toSubscriptionChange({ ...values, recipients }, origin), rules, sendsNow);
  }
  const body = {
    target_type: values.channel,
    target_value: joinRecipients(recipients),
    invite_message: values.message.trim(),
  };
  return creationEffects(body, getSendMode(rules, sendsNow));
}
