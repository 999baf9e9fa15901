import type { Subscription } from "@/contract/subscriptions";
import { quoteValue } from "@/lib/query/query-tokens";
import { normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import { personLabel } from "@/lib/text/person-label";

export interface PersonIdentity {
  readonly uuid: string;
  /** Empty when unknown. */
  readonly email: string;
}

export interface SubscriptionsOfMember {
  /** Subscriptions sent to the email. Ignores differences in case and surrounding whitespace. */
  readonly received: readonly Subscription[];
  readonly created: readonly Subscription[];
}

/** Finds subscriptions that a person receives by email or has created. */
export function findSubscriptionsOfMember(
  records: readonly Subscription[],
  { uuid, email }: PersonIdentity,
): SubscriptionsOfMember {
  const address = normalizeAddress(email);
  const isRecipient = ({ target_type, target_value }: Subscription) =>
    target_type === "email" && splitRecipients(target_value).map(normalizeAddress).includes(address);
  const isCreator = ({ created_by: creator }: Subscription) =>
    creator !== null &&
    (creator.uuid === null
      ? address !== "" && normalizeAddress(creator.email) === address
      : creator.uuid.toLowerCase() === uuid.toLowerCase());
  return {
    received: address === "" ? [] : records.filter(isRecipient),
    created: records.filter(isCreator),
  };
}

/** Returns a query for the subscriptions that a person has created, by email or name. Null when both are unknown. */
export function createdByQuery([first]: readonly Subscription[], email: string): string | null {
  const creator = email.trim() || (first?.created_by ? personLabel(first.created_by) : null);
  return creator ? `by:${quoteValue(creator)}` : null;
}
