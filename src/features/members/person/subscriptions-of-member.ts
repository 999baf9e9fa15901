import type { Subscription } from "@/contract/subscriptions";
import { quoteValue } from "@/lib/query/query-tokens";
import { normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import { personLabel } from "@/lib/text/person-label";

/** Who is looked for in deliveries. */
export interface PersonIdentity {
  readonly uuid: string;
  /** "" where it is not known. */
  readonly email: string;
}

/** The deliveries that have to do with a person. */
export interface SubscriptionsOfMember {
  /** By e-mail, in whatever spelling. */
  readonly received: readonly Subscription[];
  readonly created: readonly Subscription[];
}

/** The deliveries among these that reach a person by e-mail, and those the person has made. */
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

/** What finds the deliveries that somebody has made: by address, else by name; null where they have neither. */
export function createdByQuery([first]: readonly Subscription[], email: string): string | null {
  const creator = email.trim() || (first?.created_by ? personLabel(first.created_by) : null);
  return creator ? `by:${quoteValue(creator)}` : null;
}
