import { useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useOwnDomains } from "@/data/browser-storage/project-settings";
import { normalizeAddress, recipientLabel } from "@/lib/recipients/recipients";
import { personLabel } from "@/lib/text/normalize-text";

/** Returns a recipient's short name for lists. */
export type RecipientNames = (channel: string, recipient: string) => string;

/**
 * Number of records to read. The first ones contain nearly all creators, and reading 100,000 would delay the first
 * rows.
 */
const MAX_READ_RECORDS = 1_000;

/** Returns the creators' names by address as a JSON string, so that `useMemo` can compare results by value. */
export function readCreatorNames(records: readonly Subscription[]): string {
  const people = new Map<string, string>();
  for (const { created_by: creator } of records.slice(0, MAX_READ_RECORDS)) {
    const address = normalizeAddress(creator?.email ?? "");
    const name = personLabel(creator);
    if (address !== "" && name !== null) people.set(address, name);
  }
  return JSON.stringify([...people]);
}

/** Returns a function that names the recipients of these subscriptions. See `createRecipientNames`. */
export function useRecipientNames(records: readonly Subscription[]): RecipientNames {
  const { domains } = useOwnDomains(useApi());
  const creatorNames = useMemo(() => readCreatorNames(records), [records]);
  return useMemo(() => createRecipientNames(creatorNames, domains), [creatorNames, domains]);
}

const TEAMS_DOMAIN = "webhook.office.com";

/**
 * Returns a function that names recipients. People who have created a subscription are shown by
 * name. Other addresses in `ownDomains` are shortened to the local part. If `ownDomains` is empty,
 * the creators' most common domain is used. Webhooks are shown by host. If the host is a subdomain
 * of one of these domains or of the Teams domain, the domain is omitted.
 * @param creatorNames result of `readCreatorNames`
 */
export function createRecipientNames(creatorNames: string, ownDomains: readonly string[]): RecipientNames {
  const people = new Map(JSON.parse(creatorNames) as [string, string][]);
  const own = new Set(ownDomains.length > 0 ? ownDomains : [mostCommonDomain([...people.keys()])]);
  return (channel, recipient) => {
    const label = recipientLabel(channel, recipient);
    if (channel !== "email") {
      const domain = [...own, TEAMS_DOMAIN].find((each) => label.endsWith(`.${each}`));
      return domain ? label.slice(0, -1 - domain.length) : label;
    }
    const address = normalizeAddress(label);
    const localPart = label.slice(0, label.lastIndexOf("@"));
    return people.get(address) ?? (localPart !== "" && own.has(domainOf(address)) ? localPart : label);
  };
}

function mostCommonDomain(addresses: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const domain of addresses.map(domainOf)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return [...counts].sort(([, first], [, second]) => second - first)[0]?.[0];
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
