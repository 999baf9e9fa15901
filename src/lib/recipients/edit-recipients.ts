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
