import { normalizeAddress } from "@/lib/recipients/recipients";

/** Returns the name of the person with an email address, or null when unknown. */
export type PersonNames = (channel: string, address: string) => string | null;

/** @param creatorNames result of `readCreatorNames` */
export function createPersonNames(creatorNames: string): PersonNames {
  const people = new Map(JSON.parse(creatorNames) as [string, string][]);
  return (channel, address) => (channel === "email" ? (people.get(normalizeAddress(address)) ?? null) : null);
}
