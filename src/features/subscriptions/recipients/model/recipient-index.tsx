import { getRecipients } from "@/data/subscriptions/subscriptions";
import { createGroupFilters } from "@/features/subscriptions/groups/group-labels";
import type { SubscriptionGroup } from "@/features/subscriptions/groups/subscription-groups";
import {
  createGroupTask,
  identifyRecipient,
  recipientDomain,
} from "@/features/subscriptions/groups/subscription-groups";
import { subscriptionListUrl } from "@/features/subscriptions/model/subscription-filters";
import classes from "@/features/subscriptions/recipients/recipients.module.css";
import { quoteValue } from "@/lib/query/query-tokens";
import { isWebUrl, markedChannelLabel, normalizeAddress, recipientHint } from "@/lib/recipients/recipients";
import { WarningIcon } from "@/ui/theme/icons";

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

export const groupByRecipient = createGroupTask<Recipient>({
  getMemberships: (record) =>
    getRecipients(record).map((text) => ({ key: identifyRecipient(record, text), item: text })),
  build(group, counts) {
    const channel = group.records[0]?.target_type ?? "";
    // Of equally common forms, those in lowercase and without a leading space come first.
    const variants = [...counts]
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count || (a.text > b.text ? -1 : 1));
    const address = variants[0]?.text.trim() ?? "";
    return { ...group, channel, address, variants, domain: recipientDomain(channel, address) };
  },
});

/** Returns the person's name for an email address, or null when unknown. */
export type PersonNames = (channel: string, address: string) => string | null;

/** @param creatorNames result of `readCreatorNames` */
export function createPersonNames(creatorNames: string): PersonNames {
  const people = new Map(JSON.parse(creatorNames) as [string, string][]);
  return (channel, address) => {
    const key = normalizeAddress(address);
    const name = channel === "email" ? people.get(key) : undefined;
    // `personLabel` returns the email of a person without a name.
    return name === undefined || normalizeAddress(name) === key ? null : name;
  };
}

export const RECIPIENT_FILTERS = createGroupFilters("recipient");

export function recipientKindLabel(channel: string): string {
  return KIND_LABELS.get(channel) ?? markedChannelLabel(channel);
}

const KIND_LABELS = new Map([
  ["email", "Email address"],
  ["slack", "Slack channel"],
  ["teams", "Microsoft Teams webhook"],
]);

/** Returns the name of a Slack channel, the short form of a webhook, or the address itself. */
export function recipientName({ channel, address }: Pick<Recipient, "channel" | "address">): string {
  return recipientHint(channel, address);
}

/** Whether the text is a webhook URL. Such a URL is a secret, because anyone can post with it. */
export function isSecretRecipient(channel: string, text: string): boolean {
  return channel !== "email" && isWebUrl(text.trim());
}

/** Returns the address and its other forms, except those that differ only in case. */
function searchedAddresses({ address, variants }: Recipient): readonly string[] {
  const others = new Map(variants.map(({ text }) => [text.trim().toLowerCase(), text.trim()]));
  others.delete(address.toLowerCase());
  return [address, ...others.values()];
}

export function recipientSubscriptionsUrl(projectId: string, recipient: Recipient): string {
  const addresses = searchedAddresses(recipient).map(quoteValue).join(",");
  return subscriptionListUrl(projectId, `type:${quoteValue(recipient.channel)} to:${addresses}`);
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

/** Marks an external recipient with text and an icon, so that color isn't the only cue. */
export function ExternalBadge() {
  return (
    <span className={classes.external}>
      <WarningIcon size={13} />
      External
    </span>
  );
}
