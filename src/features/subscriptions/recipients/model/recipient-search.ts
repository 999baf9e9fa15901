import { TARGET_TYPES } from "@/api/subscriptions";
import {
  excludedSubscriptionsMessage,
  GROUP_FIELDS,
  GROUP_SORTS,
  isIdle,
} from "@/features/subscriptions/groups/group-labels";
import { isWithinDomains } from "@/lib/recipients/email-match";
import { channelLabel } from "@/lib/recipients/recipients";
import { createListSearch } from "@/lib/search/list-search";
import type { SearchField } from "@/lib/search/record-schema";
import type { PersonNames, Recipient } from "./recipient-index";

/** Null without configured domains, or for a recipient without a domain. */
export type Ownership = "own" | "outside" | null;

/** Classifies a recipient by the user's own domains, which include subdomains. */
export function getOwnership({ domain }: Recipient, ownDomains: readonly string[]): Ownership {
  if (ownDomains.length === 0 || domain === null) return null;
  return isWithinDomains(domain, ownDomains) ? "own" : "outside";
}

const OWNERSHIP_LABELS: Readonly<Record<NonNullable<Ownership>, string>> = {
  own: "Internal",
  outside: "External",
};

export function ownershipLabel(ownership: Ownership): string | null {
  return ownership === null ? null : OWNERSHIP_LABELS[ownership];
}

const CHANNELS = TARGET_TYPES.map((value) => ({ value, label: channelLabel(value) }));

function createQueryFields(own: readonly string[]): readonly SearchField<Recipient>[] {
  return [
    {
      name: "to",
      label: "Address, channel, or URL",
      kind: "text",
      searchTextPart: 0,
      texts: ({ variants }) => variants.map(({ text }) => text),
      suggest: ({ address }) => [address],
    },
    {
      name: "domain",
      label: "Domain",
      kind: "text",
      searchTextPart: 1,
      texts: ({ domain }) => (domain === null ? [] : [domain]),
    },
    {
      name: "channel",
      label: "Channel",
      kind: "choice",
      values: CHANNELS,
      texts: ({ channel }) => [channel],
    },
    {
      name: "type",
      label: "Channel (same as “channel”)",
      kind: "choice",
      values: CHANNELS,
      texts: ({ channel }) => [channel],
    },
    {
      name: "is",
      label: "State",
      kind: "state",
      values: [
        { value: "outside", label: "Outside your domains" },
        { value: "own", label: "In your domains" },
        { value: "idle", label: "No upcoming deliveries" },
      ],
      states: {
        outside: (row) => getOwnership(row, own) === "outside",
        own: (row) => getOwnership(row, own) === "own",
        idle: isIdle,
      },
    },
    ...GROUP_FIELDS,
  ];
}

/** Searches addresses, domains, channels, and the names of known people. */
export function createRecipientSearch(own: readonly string[], personName: PersonNames) {
  const order = { outside: 0, own: 1 };
  return createListSearch<Recipient, object>({
    id: ({ key }) => key,
    words: (row) => [
      row.variants.map(({ text }) => text).join("\t"),
      row.domain ?? "",
      channelLabel(row.channel),
      personName(row.channel, row.address) ?? "",
      ownershipLabel(getOwnership(row, own)) ?? "",
      excludedSubscriptionsMessage(row) ?? "",
    ],
    fields: createQueryFields(own),
    sorts: {
      address: ({ channel, address }) => personName(channel, address) ?? address,
      channel: ({ channel }) => channelLabel(channel),
      domain: ({ domain }) => domain,
      side: (row) => order[getOwnership(row, own) ?? "own"],
      ...GROUP_SORTS,
      spellings: ({ variants }) => variants.length,
    },
  });
}
