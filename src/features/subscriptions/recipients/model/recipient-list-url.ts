import {
  DEFAULT_LIST_FILTERS,
  formatSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { quoteValue } from "@/lib/query/query-tokens";
import { paths } from "@/lib/url/paths";
import type { Recipient } from "./recipient-index";

export function recipientSubscriptionsUrl(projectId: string, { channel, address }: Recipient): string {
  const query = `type:${quoteValue(channel)} to:${quoteValue(address)}`;
  return `${paths.subscriptions(projectId)}${formatSubscriptionListFilters({ ...DEFAULT_LIST_FILTERS, query })}`;
}

/**
 * Returns whether the filtered list also matches other recipients, since the search finds addresses that
 * contain this one.
 */
export function hasMoreInList(recipient: Recipient, all: readonly Recipient[]): boolean {
  const searchedAddress = recipient.address.toLowerCase();
  return all.some(
    ({ key, channel, address }) =>
      key !== recipient.key &&
      channel === recipient.channel &&
      address.toLowerCase().includes(searchedAddress),
  );
}
