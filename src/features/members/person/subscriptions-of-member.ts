import type { Subscription } from "@/contract/subscriptions";
import { quoteValue } from "@/lib/query/query-tokens";
import { normaliseAddress, splitRecipients } from "@/lib/recipients/recipients";
import { personLabel } from "@/lib/text/person-label";

/** Who is looked for in deliveries. */
export interface PersonSought {
  readonly uuid: string;
  /** "" where it is not known. */
  readonly email: string;
}

/** The deliveries that have to do with a person. */
export interface DeliveriesOf {
  /** By e-mail, in whatever spelling. */
  readonly received: readonly Subscription[];
  readonly created: readonly Subscription[];
}

/** The deliveries among these that reach a person by e-mail, and those the person has made. */
export function deliveriesOf(records: readonly Subscription[], { uuid, email }: PersonSought): DeliveriesOf {
  const address = normaliseAddress(email);
  const reaches = ({ target_type, target_value }: Subscription) =>
    target_type === "email" && splitRecipients(target_value).map(normaliseAddress).includes(address);
  const isMaker = ({ created_by: maker }: Subscription) =>
    maker !== null &&
    (maker.uuid === null
      ? address !== "" && normaliseAddress(maker.email) === address
      : maker.uuid.toLowerCase() === uuid.toLowerCase());
  return {
    received: address === "" ? [] : records.filter(reaches),
    created: records.filter(isMaker),
  };
}

/** What finds the deliveries that somebody has made: by address, else by name; null where they have neither. */
export function searchByMaker([first]: readonly Subscription[], email: string): string | null {
  const maker = email.trim() || (first?.created_by ? personLabel(first.created_by) : null);
  return maker ? `by:${quoteValue(maker)}` : null;
}
