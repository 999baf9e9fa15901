import {
  createGroupIndex,
  type GroupIndex,
  type SubscriptionGroup,
} from "@/features/subscriptions/groups/subscription-groups";
import { getRecipients, isOpaqueTarget } from "@/features/subscriptions/model/subscription-rules";
import { normalizedRecipientKey, recipientDomain } from "./recipient-identity";

/** A spelling of an address, byte for byte, and its number of uses. */
export interface AddressVariant {
  readonly text: string;
  readonly count: number;
}

/** An address, channel or URL with its subscriptions. Its key is a `normalizedRecipientKey`. */
export interface Recipient extends SubscriptionGroup {
  readonly channel: string;
  /** The most common spelling, trimmed. */
  readonly address: string;
  /** Most common first. */
  readonly variants: readonly AddressVariant[];
  readonly domain: string | null;
}

export function createRecipientIndex(): GroupIndex<Recipient> {
  return createGroupIndex({
    getMemberships: (record) =>
      getRecipients(record).map((text) => ({
        // The host of a Teams webhook identifies no channel: every record has its own group.
        key: isOpaqueTarget(record)
          ? `${record.target_type}:#${record.id}`
          : normalizedRecipientKey(record.target_type, text),
        item: text,
      })),
    build(group, counts, previous) {
      const channel = group.records[0]?.target_type ?? "";
      // For equal counts, lowercase and no leading space come first.
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
