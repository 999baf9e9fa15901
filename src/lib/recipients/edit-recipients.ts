const isEmpty = (part: string) => part.trim() === "";

/**
 * Replaces or removes addresses of a target value. All other text stays unchanged, including empty parts.
 * @param edit returns null to remove an address, and the address itself to keep it
 */
export function editRecipients(value: string, edit: (address: string) => string | null): string {
  return value
    .split(",")
    .flatMap((part) => (isEmpty(part) ? part : (edit(part) ?? [])))
    .join(",");
}

/** Adds addresses at the end of a target value, whose existing text stays unchanged. */
export function appendRecipients(value: string, addresses: readonly string[]): string {
  return (isEmpty(value) ? addresses : [value, ...addresses]).join(",");
}
