/** Marks of direction as well: they come along when an address is copied from a contact. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}]/gu;
const BRACKETED = /<([^<>]*)>$/u;
const SCHEME = /^mailto:/u;

/**
 * Who a recipient is, however the address is written: capitals, blanks and letters nobody sees make no difference, nor
 * does a name before it ("Ana <ana@x.co>"). Empty for what has no letters. For comparing only; never sent.
 */
export function addressKey(text: string): string {
  const seen = text.normalize("NFC").replace(INVISIBLE, "");
  return (BRACKETED.exec(seen)?.[1] ?? seen).toLowerCase().replace(SCHEME, "");
}
