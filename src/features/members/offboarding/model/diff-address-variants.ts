import { addressKey } from "@/lib/recipients/email-match";
import { splitRecipients } from "@/lib/recipients/recipients";

/**
 * Compares recipients before and after a change. `removed` contains the entries of `before` that
 * match the email, in their original form.
 */
export function diffAddressVariants(
  before: string,
  after: string,
  email: string,
): {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly unchangedCount: number;
} {
  const key = addressKey(email);
  const old = new Set(splitRecipients(before));
  const removed = splitRecipients(before).filter((part) => addressKey(part) === key);
  const left = splitRecipients(after);
  const added = left.filter((part) => !old.has(part));
  return { removed, added, unchangedCount: left.length - added.length };
}
