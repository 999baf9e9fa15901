import { normalizeAddress } from "@/lib/recipients/recipients";

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
