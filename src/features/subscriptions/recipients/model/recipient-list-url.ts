import {
  DEFAULT_LIST_FILTERS,
  formatSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { quoteValue } from "@/lib/query/query-tokens";
import { paths } from "@/lib/url/paths";
import type { Recipient } from "./recipient-index";

/** Returns the address and its other forms, except those that differ only in case. */
function searchedAddresses({ address, variants }: Recipient): readonly string[] {
  const others = new Map(variants.map(({ text }) => [text.trim().toLowerCase(), text.trim()]));
  others.delete(address.toLowerCase());
  return [address, ...others.values()];
}

export function recipientSubscriptionsUrl(projectId: string, recipient: Recipient): string {
  const addresses = searchedAddresses(recipient).map(quoteValue).join(",");
  const query = `type:${quoteValue(recipient.channel)} to:${addresses}`;
  return `${paths.subscriptions(projectId)}${formatSubscriptionListFilters({ ...DEFAULT_LIST_FILTERS, query })}`;
}

/**
 * Whether the list at `recipientSubscriptionsUrl` also contains other recipients. Its search finds
 * every address that contains the given one.
 */
export function hasMoreInList(recipient: Recipient, all: readonly Recipient[]): boolean {
  const searched = searchedAddresses(recipient).map((text) => text.toLowerCase());
  return all.some(
    ({ key, channel, address }) =>
      key !== recipient.key &&
      channel === recipient.channel &&
      searched.some((text) => address.toLowerCase().includes(text)),
  );
}
