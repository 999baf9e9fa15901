import { diffRecipients } from "./recipient-text";
import { normalizeAddress, splitRecipients } from "./recipients";

const isEmpty = (part: string) => part.trim() === "";

/**
 * Replaces or removes addresses in a target value. Other text stays unchanged, including empty
 * parts.
 * @param edit returns the new address, or null to remove the address
 */
export function editRecipients(value: string, edit: (address: string) => string | null): string {
  return value
    .split(",")
    .flatMap((part) => (isEmpty(part) ? part : (edit(part) ?? [])))
    .join(",");
}

/** Appends addresses to a target value. The existing text stays unchanged. */
export function appendRecipients(value: string, addresses: readonly string[]): string {
  return (isEmpty(value) ? addresses : [value, ...addresses]).join(",");
}

/**
 * Applies the additions and removals between `base` and `mine` to `theirs`. All arguments are target values. Other
 * recipients keep their exact text, because servers immediately send to an address whose text changed.
 */
export function mergeRecipients(base: string, theirs: string, mine: string): string {
  const { added, removed } = diffRecipients(base, mine);
  const removedKeys = new Set(removed.map(normalizeAddress));
  const current = splitRecipients(theirs);
  const remaining = current.filter((part) => !removedKeys.has(normalizeAddress(part)));
  const remainingKeys = new Set(remaining.map(normalizeAddress));
  const missing = added.filter((part) => !remainingKeys.has(normalizeAddress(part)));
  if (missing.length === 0 && remaining.length === current.length) return theirs;
  const kept = editRecipients(theirs, (part) => (removedKeys.has(normalizeAddress(part)) ? null : part));
  return missing.length === 0 ? kept : appendRecipients(kept, missing);
}
