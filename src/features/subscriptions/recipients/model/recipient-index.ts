import { identifyRecipient, recipientDomain } from "@/features/subscriptions/groups/recipient-identity";
import {
  createGroupIndex,
  type GroupIndex,
  type SubscriptionGroup,
} from "@/features/subscriptions/groups/subscription-groups";
import { getRecipients } from "@/features/subscriptions/model/subscription-rules";

/** An exact form of an address, with its number of uses. */
export interface AddressVariant {
  readonly text: string;
  readonly count: number;
}

/** An address, channel, or URL with its subscriptions. `key` comes from `identifyRecipient`. */
export interface Recipient extends SubscriptionGroup {
  readonly channel: string;
  /** The most common form, without surrounding spaces. */
  readonly address: string;
  /** Forms of the address, most common first. */
  readonly variants: readonly AddressVariant[];
  readonly domain: string | null;
}

export function createRecipientIndex(): GroupIndex<Recipient> {
  return createGroupIndex({
    getMemberships: (record) =>
      getRecipients(record).map((text) => ({
        key: identifyRecipient(record, text),
        item: text,
      })),
    build(group, counts, previous) {
      const channel = group.records[0]?.target_type ?? "";
      // Of equally common forms, those in lowercase and without a leading space come first.
      const variants = [...counts]
        .map(([text, count]) => ({ text, count }))
        .sort((a, b) => b.count - a.count || (a.text > b.text ? -1 : 1));
      const address = variants[0]?.text.trim() ?? "";
      return {
        ...group,
        channel,
        address,
        variants,
        domain: previous?.domain ?? recipientDomain(channel, address),
      };
    },
  });
}
